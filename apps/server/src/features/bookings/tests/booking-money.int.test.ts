import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import {
  approveBooking,
  cancelBooking,
  confirmPickupTime,
  confirmReturn,
  contestNoShow,
  markReturned,
  previewCancellation,
  reportNoShow,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking, startCheckout } from "@nexby/contract/bookings/checkout";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, column, loseCard, newsOf, scheduled, inPossession } = rentals;

describe("the rental's payment", () => {
  test("[PAY-01] a declined card leaves the checkout open for another", async () => {
    const checkout = await rentals.checkout(await rentals.request(await item()));
    const declined = await rentals.pay(checkout, "pm_card_chargeDeclined");
    expect(declined).toMatchObject({ status: "pending", approvalStatus: "draft", paymentStatus: "action_required" });
    expect(declined.allowedActions).toContain("pay");
    expect(await rentals.pay(checkout)).toMatchObject({
      approvalStatus: "pending_owner",
      paymentStatus: "authorized",
    });
  });

  test("paid at the very end, when somebody else has the units: let go, with an apology", async () => {
    const itemId = await item();
    const checkout = await rentals.checkout(await rentals.request(itemId));
    await here().money.passMinutes(40);
    const rival = await rentals.joinAsRenter();
    await rentals.checkout(await rentals.request(itemId), rival);
    const late = await rentals.pay(checkout);
    expect(late).toMatchObject({ status: "expired" });
    expect(await settle(checkout.booking.id)).toMatchObject({ paymentStatus: "canceled" });
  });

  test("[PAY-02] a card that fails a week before is tried three times; the renter pays by hand with another", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await rentals.approved(await item(), { inDays: 12 });
    await loseCard(id);
    await as(owner, confirmPickupTime, id, {});
    await reach(startAt, -24 * 7 + 1);
    expect(await settle(id)).toMatchObject({ paymentStatus: "action_required", nextStep: { code: "pay_again" } });
    expect(await newsOf(renter)).toContain("Your card was not charged");
    await reach(startAt, -24 * 5 + 1);
    expect(await column("re_auth_attempts", id)).toBe(3);
    const checkout = await as(renter, payBooking, id, {});
    const paid = await rentals.pay(checkout);
    expect(paid).toMatchObject({ status: "scheduled", paymentStatus: "captured" });
    await passHours(24);
    expect(await settle(id)).toMatchObject({ status: "scheduled", paymentStatus: "captured" });
    await here().money.expectBalanced();
  });

  test("[PAY-02] a card that was only tried is not charged later: the one that was agreed on is", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await rentals.approved(await item(), { inDays: 12 });
    await loseCard(id);
    await as(owner, confirmPickupTime, id, {});
    await reach(startAt, -24 * 7 + 1);
    expect(await settle(id)).toMatchObject({ paymentStatus: "action_required" });
    await rentals.pay(await as(renter, payBooking, id, {}), "pm_card_authenticationRequired");
    const charged = async () => {
      const { rows } = await database().db.execute<{ card_id: string }>(sql`
        select o.card_id from payment_operations o join payments p on p.id = o.payment_id
        where p.booking_id = ${id} and o.operation = 'charge' order by o.created_at`);
      return rows.map(({ card_id: card }) => card);
    };
    const [agreed] = await charged();
    await reach(startAt, -24 * 6 + 1);
    await settle(id);
    expect(await charged()).toEqual([agreed, agreed]);
  });

  test("[PAY-02] unpaid four days before, it is called off without a fee", async () => {
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

  test("[PAY-04] a chargeback holds the payout back until it is won", async () => {
    const { owner, money } = here();
    const { id } = await scheduled({}, { inDays: 2 });
    const [payment] = (await settle(id)).payments;
    const { provider_charge_id: charge } = await money.row("payments", payment?.id ?? "");
    const { id: dispute } = await rentals.payments().control<{ id: string }>(`charges/${charge}/dispute`);
    await rentals.payments().control("pump");
    await passHours(40);
    expect(await settle(id)).toMatchObject({
      paymentStatus: "disputed",
      isDisputed: true,
      payoutStatus: "not_started",
    });
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold" });
    await rentals.payments().control(`disputes/${dispute}/close`, { verdict: "won" });
    await rentals.payments().control("pump");
    expect(await settle(id)).toMatchObject({ paymentStatus: "captured", isDisputed: false });
    await money.expectBalanced();
  });
});

describe("calling it off", () => {
  test("costs the owner what it did when they agreed, whatever it costs since", async () => {
    const { owner } = here();
    const { headers } = await admin();
    const set = (ownerCancelPenaltyCents: number) =>
      call(origin(), updatePlatformSettings, { headers, body: { ownerCancelPenaltyCents } });
    const before = await scheduled({}, { inDays: 3 });
    await set(700);
    const during = await scheduled({}, { inDays: 3 });
    await set(0);
    const penalties = await Promise.all(
      [before, during].map(async ({ id }) => (await as(owner, previewCancellation, id)).ownerPenaltyCents),
    );
    expect(penalties).toEqual([0, 700]);
  });

  test("costs the owner the agreed penalty and the renter nothing", async () => {
    const { owner, renter } = here();
    const { id, totalCents } = await scheduled({}, { inDays: 3 });
    const preview = await as(owner, previewCancellation, id);
    expect(preview).toMatchObject({ percent: 100, refundCents: totalCents, keptCents: 0, ownerPenaltyCents: 0 });
    const stale = { body: { refundCents: totalCents - 1 }, params: { bookingId: id }, headers: owner.headers };
    expect(await callExpectingError(origin(), cancelBooking, stale)).toMatchObject({
      error: { code: "refund_changed" },
    });
    await as(owner, cancelBooking, id, { refundCents: totalCents, reason: "It broke" });
    expect(await settle(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
    expect(await newsOf(renter)).toContain("Booking canceled");
    await here().money.expectBalanced();
  });

  test("while the capture is on its way gives back what arrives", async () => {
    const { owner, renter, money } = here();
    const { id, totalCents } = await rentals.requested(await item(), { inDays: 3 });
    await as(owner, approveBooking, id, {});
    await as(renter, cancelBooking, id, { refundCents: totalCents });
    expect(await settle(id)).toMatchObject({ status: "canceled" });
    expect((await settle(id)).paymentStatus).toMatch(/refunded|canceled/);
    await money.expectBalanced();
  });

  test("a no-show stands after half a day unless it is contested", async () => {
    const { owner, renter, money } = here();
    const { id, startAt } = await scheduled({}, { inDays: 2 });
    await reach(startAt, 1.5);
    await as(owner, reportNoShow, id, {});
    expect(await settle(id)).toMatchObject({
      noShow: { reportedBy: "owner" },
      nextStep: { code: "answer_no_show", by: "renter" },
    });
    await passHours(12.1);
    expect(await settle(id)).toMatchObject({
      status: "canceled",
      rentalStatus: "no_show",
      cancellation: { percent: 0 },
    });
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });

    const other = await scheduled({}, { inDays: 2 });
    await reach(other.startAt, 1.5);
    await as(renter, reportNoShow, other.id, {});
    const judge = await admin();
    await as(owner, contestNoShow, other.id, { reason: "I waited at the door" });
    expect((await newsOf(judge))[0]).toBe("A no-show is contested");
    await passHours(12.1);
    expect(await settle(other.id)).toMatchObject({ status: "scheduled", nextStep: { code: "admin_decision" } });
    await money.expectBalanced();
  });

  test("of a rental nobody says anything about, administrators decide when its time is over", async () => {
    const { renter, owner, money } = here();
    const judge = await admin();
    const { id, endAt } = await scheduled({}, { inDays: 2 });
    await reach(endAt, 11.9);
    expect(await settle(id)).toMatchObject({ status: "scheduled", rentalStatus: "awaiting_pickup" });
    await reach(endAt, 12.1);
    const missed = { status: "scheduled", rentalStatus: "no_show", nextStep: { code: "admin_decision" } };
    expect(await settle(id)).toMatchObject(missed);
    expect((await newsOf(renter))[0]).toBe("Did the rental take place?");
    expect((await newsOf(owner))[0]).toBe("Did the rental take place?");
    const told = async () => (await newsOf(judge)).filter((title) => title === "A rental did not take place");
    expect(await told()).toHaveLength(1);
    await passHours(24);
    expect(await settle(id)).toMatchObject(missed);
    expect(await told()).toHaveLength(1);
    const { refundCents } = await as(judge, previewCancellation, id);
    await as(judge, cancelBooking, id, { refundCents });
    expect(await settle(id)).toMatchObject({ status: "canceled", rentalStatus: "canceled", paymentStatus: "refunded" });
    await money.expectBalanced();
  });
});

test("[PAY-04] a chargeback that came while no worker ran is heard of before its owner is paid", async () => {
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
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold", isDisputed: true });
});

test("[PAY-04] an owner who cannot be paid yet is paid when they can", async () => {
  const { owner, renter } = here();
  const { id } = await inPossession();
  await as(renter, markReturned, id, {});
  await database().db.update(users).set({ connectOnboarded: false }).where(eq(users.id, owner.id));
  await as(owner, confirmReturn, id, {});
  await passHours(49);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "scheduled" });
  await database().db.update(users).set({ connectOnboarded: true }).where(eq(users.id, owner.id));
  await passHours(25);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
});

test("an owner who confirms at once is told that it is booked, and asked for nothing", async () => {
  const { owner, renter } = here();
  const [before] = await newsOf(owner);
  const booked = await rentals.requested(await item({ isInstant: true }));
  expect(booked).toMatchObject({ approvalStatus: "approved" });
  expect((await newsOf(owner)).slice(0, 2)).toEqual(["Booking approved", before]);
  expect((await newsOf(renter))[0]).toBe("Booking approved");
});

test("nothing is booked of somebody suspended, agreed on in their place, nor paid to them", async () => {
  const { owner, renter } = here();
  const { db } = database();
  const suspend = (suspendedAt: Date | null) => db.update(users).set({ suspendedAt }).where(eq(users.id, owner.id));
  const itemId = await item({ isInstant: true });
  const { id } = await inPossession();
  await as(renter, markReturned, id, {});
  await as(owner, confirmReturn, id, {});
  const asked = await rentals.request(itemId);
  const paying = await rentals.checkout(await rentals.request(itemId, { inDays: 9 }));
  await suspend(new Date());
  const { startDate, endDate } = asked;
  const quote = { params: { itemId }, body: { startDate, endDate } };
  expect(await callExpectingError(origin(), quoteItem, quote)).toMatchObject({ status: 404 });
  const checkout = { body: asked, headers: renter.headers };
  expect(await callExpectingError(origin(), startCheckout, checkout)).toMatchObject({ status: 404 });
  expect(await rentals.pay(paying)).toMatchObject({ status: "pending", approvalStatus: "pending_owner" });
  await passHours(73);
  await suspend(null);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "scheduled" });
  expect(await settle(paying.booking.id)).toMatchObject({ status: "expired", paymentStatus: "canceled" });
  await passHours(25);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
});
