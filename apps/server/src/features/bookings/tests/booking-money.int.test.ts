import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import {
  approveBooking,
  cancelBooking,
  confirmReturn,
  confirmTime,
  markHandedOver,
  markReturned,
  previewCancellation,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { users } from "../../../schema/accounts.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { syncPayment } from "../../payments/sync/sync-payment.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, column, holdsAtProvider, loseCard, notificationsOf, scheduled, inPossession } = rentals;

describe("the rental's payment", () => {
  test("[PAY-02] the server renews the hold of a request in review before it ends, three times at most, then the request expires", async () => {
    const renter = await rentals.joinAsRenter();
    await database()
      .db.update(users)
      .set({ createdAt: await readClock(database().db) })
      .where(eq(users.id, renter.id));
    const itemId = await item({ dailyRateCents: 90_000 });
    const message = "Can I pay you by Zelle instead?";
    const checkout = await rentals.checkout(await rentals.request(itemId, { inDays: 50, message }), renter);
    const { id } = await rentals.pay(checkout, undefined, renter);
    for (const renewals of [0, 1, 2, 3]) {
      expect([await column("re_auth_attempts", id), await holdsAtProvider(id)]).toEqual([renewals, 1]);
      await reach(String(await column("auth_expires_at", id)), -11.9);
    }
    expect(await settle(id, renter)).toMatchObject({ status: "expired", paymentStatus: "canceled" });
    expect(await holdsAtProvider(id)).toBe(0);
    expect(await notificationsOf(renter)).toContain("request_expired");
    await here().money.expectBalanced();
  });

  test("[PAY-02] the server retries the agreed card, not one that failed for the renter, three times from a week before the start, until the renter pays with another", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await rentals.approved(await item(), { inDays: 12 });
    await loseCard(id);
    await as(owner, confirmTime, id, {});
    await reach(startAt, -24 * 7 + 1);
    expect(await settle(id)).toMatchObject({ paymentStatus: "action_required", nextStep: { code: "pay_again" } });
    expect(await notificationsOf(renter)).toContain("charge_failed");
    await rentals.pay(await as(renter, payBooking, id, {}), "pm_card_authenticationRequired");
    const charged = async () => {
      const { rows } = await database().db.execute<{ card_id: string }>(sql`
        select o.card_id from payment_operations o join payments p on p.id = o.payment_id
        where p.booking_id = ${id} and o.operation = 'charge' order by o.created_at`);
      return rows.map(({ card_id: card }) => card);
    };
    const [agreedCard] = await charged();
    await reach(startAt, -24 * 6 + 1);
    expect(await charged()).toEqual([agreedCard, agreedCard]);
    await reach(startAt, -24 * 5 + 1);
    expect(await column("re_auth_attempts", id)).toBe(3);
    const checkout = await as(renter, payBooking, id, {});
    const paid = await rentals.pay(checkout);
    expect(paid).toMatchObject({ status: "scheduled", paymentStatus: "captured" });
    await passHours(24);
    expect(await settle(id)).toMatchObject({ status: "scheduled", paymentStatus: "captured" });
    await here().money.expectBalanced();
  });

  test("[PAY-02] the server cancels a booking without a fee when it is still unpaid four days before the start", async () => {
    const { id, startAt } = await rentals.approved(await item(), { inDays: 12 });
    await loseCard(id);
    await reach(startAt, -24 * 4 + 1);
    expect(await settle(id)).toMatchObject({
      status: "canceled",
      paymentStatus: "canceled",
      cancellation: { by: "system", reason: "payment_failed" },
    });
    await here().money.expectBalanced();
  });

  test("[PAY-04] the server holds the payout back until a chargeback is won", async () => {
    const { owner, money } = here();
    const { id } = await scheduled({}, { inDays: 2 });
    const [payment] = (await settle(id)).payments;
    const { provider_charge_id: charge } = await money.row("payments", payment?.id ?? "");
    const { id: dispute } = await rentals.payments().control<{ id: string }>(`charges/${charge}/dispute`);
    await rentals.payments().control("pump");
    await passHours(40);
    expect(await settle(id)).toMatchObject({
      paymentStatus: "disputed",
      hasChargeback: true,
      payoutStatus: "not_started",
    });
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold" });
    await rentals.payments().control(`disputes/${dispute}/close`, { verdict: "won" });
    await rentals.payments().control("pump");
    expect(await settle(id)).toMatchObject({ paymentStatus: "captured", hasChargeback: false });
    await money.expectBalanced();
  });
});

describe("cancellation", () => {
  test("a cancellation by the owner costs the penalty in force at approval and refunds the renter in full", async () => {
    const { owner, renter } = here();
    const { headers } = await admin();
    const set = (ownerCancelPenaltyCents: number) =>
      call(origin(), updatePlatformSettings, { headers, body: { ownerCancelPenaltyCents } });
    const { id, totalCents } = await scheduled({}, { inDays: 3 });
    await set(700);
    const during = await scheduled({}, { inDays: 3 });
    await set(0);
    expect(await as(owner, previewCancellation, during.id)).toMatchObject({ ownerPenaltyCents: 700 });
    const preview = await as(owner, previewCancellation, id);
    expect(preview).toMatchObject({ percent: 100, refundCents: totalCents, keptCents: 0, ownerPenaltyCents: 0 });
    const stale = { body: { refundCents: totalCents - 1 }, params: { bookingId: id }, headers: owner.headers };
    expect(await callExpectingError(origin(), cancelBooking, stale)).toMatchObject({
      error: { code: "refund_changed" },
    });
    await as(owner, cancelBooking, id, { refundCents: totalCents, reason: "It broke" });
    expect(await settle(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
    expect(await notificationsOf(renter)).toContain("booking_canceled");
    await here().money.expectBalanced();
  });

  test("a cancellation refunds a capture that is still in progress", async () => {
    const { owner, renter, money } = here();
    const { id, totalCents } = await rentals.requested(await item(), { inDays: 3 });
    await as(owner, approveBooking, id, {});
    await as(renter, cancelBooking, id, { refundCents: totalCents });
    expect(await settle(id)).toMatchObject({ status: "canceled" });
    expect((await settle(id)).paymentStatus).toMatch(/refunded|canceled/);
    await money.expectBalanced();
  });

  test("a booking is completed when neither side reports anything: the owner is paid, the deposit released", async () => {
    const { renter, owner, money } = here();
    const { id, startAt, endAt } = await scheduled({ depositAmountCents: 4_000 }, { inDays: 2 });
    const reminded = async () => {
      const { rows } = await database().db.execute<{ user_id: string }>(sql`select user_id from notifications
        where data->>'bookingId' = ${id} and kind = 'handoff_reminder' order by id`);
      return [renter.id, owner.id].map((userId) => rows.filter((row) => row.user_id === userId).length);
    };
    for (const [hours, count] of [
      [0.9, 0],
      [1.1, 1],
      [11.9, 1],
      [12.1, 2],
      [20, 2],
    ] as const) {
      await reach(startAt, hours);
      expect([hours, await reminded()]).toEqual([hours, [count, count]]);
    }
    await reach(endAt, 47.9);
    expect(await settle(id)).toMatchObject({
      status: "scheduled",
      depositStatus: "secured",
      payoutStatus: "not_started",
    });
    await reach(endAt, 48.1);
    expect(await settle(id, owner)).toMatchObject({
      status: "closed",
      rentalStatus: "completed",
      depositStatus: "released",
      payoutStatus: "paid",
      allowedActions: [],
    });
    const { payments, timeline } = await settle(id);
    expect(payments.map(({ kind, status }) => [kind, status])).toEqual([
      ["rental", "captured"],
      ["deposit", "canceled"],
    ]);
    expect(timeline.at(-1)).toMatchObject({ type: "close" });
    await money.expectBalanced();
  });

  test("admins decide when nothing is reported and the payment is disputed", async () => {
    const { renter, owner, money } = here();
    const adminUser = await admin();
    const { id, endAt, payments } = await scheduled({}, { inDays: 2 });
    const paymentId = payments[0]?.id ?? "";
    const { provider_charge_id: charge } = await money.row("payments", paymentId);
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    await syncPayment(money, paymentId);
    await reach(endAt, 47.9);
    expect(await settle(id)).toMatchObject({ rentalStatus: "awaiting_pickup", nextStep: { code: "payment_disputed" } });
    const handoff = { params: { bookingId: id }, headers: renter.headers, body: {} };
    expect(await callExpectingError(origin(), markHandedOver, handoff)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining("bank is disputing the payment") },
    });
    await reach(endAt, 48.1);
    const missed = { status: "scheduled", rentalStatus: "no_show", nextStep: { code: "admin_decision" } };
    expect(await settle(id)).toMatchObject(missed);
    expect((await notificationsOf(renter))[0]).toBe("rental_unreported");
    expect((await notificationsOf(owner))[0]).toBe("rental_unreported");
    const adminAlerts = async () =>
      (await notificationsOf(adminUser)).filter((kind) => kind === "admin_unreported_rental");
    expect(await adminAlerts()).toHaveLength(1);
    await money.control(`disputes/${dispute}/close`, { verdict: "won" });
    await syncPayment(money, paymentId);
    await passHours(24);
    expect(await settle(id)).toMatchObject({ ...missed, paymentStatus: "captured" });
    expect(await adminAlerts()).toHaveLength(1);
    const { refundCents } = await as(adminUser, previewCancellation, id);
    await as(adminUser, cancelBooking, id, { refundCents });
    // The provider no longer refunds a charge after a dispute, even one we won.
    const canceled = { status: "canceled", rentalStatus: "canceled", paymentStatus: "captured" };
    expect(await settle(id)).toMatchObject(canceled);
    await money.expectBalanced();
  });
});

test("[PAY-04] the server checks for a chargeback that arrived while no worker ran before paying the owner", async () => {
  const { owner, renter, money } = here();
  const { id } = await inPossession();
  await as(renter, markReturned, id, {});
  await as(owner, confirmReturn, id, {});
  await settle(id);
  const [payment] = (await settle(id)).payments;
  const { provider_charge_id: charge } = await money.row("payments", payment?.id ?? "");
  await database().db.execute(sql`update payments set status = 'disputed' where id = ${payment?.id}`);
  await money.control(`charges/${charge}/dispute`);
  await passHours(49);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold", hasChargeback: true });
});

test("the server notifies an instant-book owner of the booking without asking for a decision", async () => {
  const { owner, renter } = here();
  const [before] = await notificationsOf(owner);
  const booked = await rentals.requested(await item({ isInstant: true }));
  expect(booked).toMatchObject({ approvalStatus: "approved" });
  expect((await notificationsOf(owner)).slice(0, 2)).toEqual(["booking_approved", before]);
  expect((await notificationsOf(renter))[0]).toBe("booking_approved");
});
