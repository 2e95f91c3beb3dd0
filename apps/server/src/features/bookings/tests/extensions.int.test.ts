import {
  approveExtension,
  confirmReturn,
  confirmTime,
  declineExtension,
  markReturned,
  proposeTime,
  withdrawExtension,
} from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking, getBookingCalendar } from "@nexby/contract/bookings/bookings";
import {
  getExtensionOptions,
  payBooking,
  requestExtension,
  syncBookingPayment,
} from "@nexby/contract/bookings/checkout";
import { downloadReceipt } from "@nexby/contract/money/payments";
import { exportEarnings } from "@nexby/contract/money/payouts";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { users } from "../../../schema/accounts.ts";
import { items } from "../../../schema/listings.ts";
import { readPdfText } from "../../../testing/bookings/pdf-text.ts";
import { call, callExpectingError, send } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { syncPayment } from "../../payments/sync/sync-payment.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, reach, passHours, settle, inPossession, notificationsOf, holdsAtProvider } =
  rentals;

const optionsOf = (id: string) => as(here().renter, getExtensionOptions, id);

/** The request for this many more days, as the renter's browser sends it. */
async function bodyFor(id: string, days: number) {
  const { options } = await optionsOf(id);
  const option = options.find(({ price }) => price.days === days);
  return { endDate: option?.endDate ?? "2030-01-01", totalCents: option?.price.totalCents ?? 1 };
}

const paymentOf = (id: string) => as(here().renter, payBooking, id, { kind: "extension" });

/** A paid request for more days. */
async function requested(id: string, days = 1): Promise<BookingDetailView> {
  await as(here().renter, requestExtension, id, await bodyFor(id, days));
  return rentals.pay(await paymentOf(id));
}

const openOf = ({ extensions }: BookingDetailView) => extensions.find(({ decidedAt }) => decidedAt === null);

async function approved(id: string, days = 1): Promise<BookingDetailView> {
  const extensionId = openOf(await requested(id, days))?.id ?? "";
  await as(here().owner, approveExtension, id, { extensionId });
  return settle(id);
}

const errorOf = (member: Member, endpoint: Parameters<typeof send>[1], bookingId: string, body: object) =>
  callExpectingError(origin(), endpoint, { params: { bookingId }, headers: member.headers, body });

const holdEndOf = async (id: string) => {
  const { rows } = await database().db.execute<{ end_time: Date }>(sql`
    select end_time from inventory_holds where booking_id = ${id} and released_at is null`);
  return rows.map(({ end_time }) => new Date(end_time).toISOString());
};

const laterBy = (days: number, instant: string) => new Date(new Date(instant).getTime() + days * DAY).toISOString();

describe("an approved extension", () => {
  test("moves the end, the units, the deadlines and the return time, adds up in the price, and is paid out", async () => {
    const { owner, renter, money } = here();
    const before = await inPossession({ turnaroundMinutes: 120 }, { hasInsurance: true });
    const { id, endAt } = before;
    await as(owner, proposeTime, id, { kind: "return", date: before.endDate, time: "15:00" });
    const { plannedTimes } = await as(renter, getBooking, id);
    await as(renter, confirmTime, id, { kind: "return", proposalId: plannedTimes[0]?.proposal?.id ?? null });

    const asked = await requested(id, 2);
    const extension = openOf(asked);
    expect(extension).toMatchObject({ status: "requested", endAt: laterBy(2, endAt), ownerEarningsCents: null });
    expect(asked).toMatchObject({ endAt, totalCents: before.totalCents, nextStep: { code: "extension_decision" } });
    expect(await holdEndOf(id)).toEqual([laterBy(2, endAt)]);
    const shownToOwner = await as(owner, getBooking, id);
    expect(shownToOwner.allowedActions).toEqual(expect.arrayContaining(["approve_extension", "decline_extension"]));
    expect(openOf(shownToOwner)).toMatchObject({ ownerEarningsCents: 4_750 });
    expect((await notificationsOf(owner, id))[0]).toBe("extension_requested");

    await as(owner, approveExtension, id, { extensionId: extension?.id });
    const after = await settle(id);
    const added = extension?.price;
    expect(after).toMatchObject({
      endAt: laterBy(2, endAt),
      endDate: addDays(before.endDate as LocalDate, 2),
      totalCents: before.totalCents + (added?.totalCents ?? 0),
      price: { days: 4, lines: expect.arrayContaining([expect.objectContaining({ label: "$25.00 × 4 days" })]) },
      nextStep: { code: "return", until: laterBy(2, endAt) },
      // The agreed return time was for another day.
      plannedTimes: [{ kind: "return", at: laterBy(2, endAt), isConfirmed: false, proposal: null }],
      timeline: expect.arrayContaining([
        expect.objectContaining({ type: "extension_requested", by: "renter" }),
        expect.objectContaining({ type: "extension_approved", by: "owner" }),
      ]),
    });
    expect(after.price.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(after.totalCents);
    expect(after.payments.map(({ kind, status }) => [kind, status])).toEqual([
      ["rental", "captured"],
      ["extension", "captured"],
    ]);
    expect((await notificationsOf(renter, id))[0]).toBe("extension_approved");
    const calendar = await (
      await send(origin(), getBookingCalendar, { params: { bookingId: id }, headers: renter.headers })
    ).text();
    expect(calendar).toContain(laterBy(2, endAt).replace(/[-:]|\.000/g, ""));

    // Each payment's receipt names its own days.
    const receiptOf = async (kind: string) => {
      const paymentId = after.payments.find((payment) => payment.kind === kind)?.id ?? "";
      const file = await send(origin(), downloadReceipt, { params: { paymentId }, headers: renter.headers });
      return (await readPdfText(Buffer.from(await file.arrayBuffer()))).join(" ");
    };
    const dayOf = (instant: string) =>
      new Date(instant).toLocaleDateString("en-US", { dateStyle: "long", timeZone: before.timezone });
    expect(await receiptOf("rental")).toContain(dayOf(endAt));
    expect(await receiptOf("rental")).not.toContain(dayOf(laterBy(2, endAt)));
    expect(await receiptOf("extension")).toMatch(new RegExp(`Additional days.*${dayOf(laterBy(2, endAt))}`, "s"));

    // Not overdue at the former end, and several extensions can follow each other.
    await reach(endAt, 5);
    expect(await settle(id)).toMatchObject({ status: "in_possession", rentalStatus: "active" });
    const twice = await approved(id);
    expect(twice).toMatchObject({ endAt: laterBy(3, endAt), price: { days: 5 } });

    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await passHours(49);
    const paid = await settle(id, owner);
    expect(paid).toMatchObject({ payoutStatus: "paid", ownerEarningsCents: 5 * 2_375 });
    const { rows } = await database().db.execute<{ sent: number }>(sql`
      select sum(amount_cents)::int as sent from transfers where booking_id = ${id} and status = 'paid'`);
    expect(rows[0]?.sent).toBe(5 * 2_375);
    const { rows: posted } = await database().db.execute(sql`
      select t.kind, -e.amount_cents as cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.booking_id = ${id} and e.account = 'owner_payable' and t.kind <> 'transfer' order by t.id`);
    expect(posted).toEqual([
      { kind: "capture", cents: "4750" },
      { kind: "extension", cents: "4750" },
      { kind: "extension", cents: "2375" },
    ]);
    // The statement's net rental, earned and paid out.
    const statement = await send(origin(), exportEarnings, { headers: owner.headers });
    expect(await statement.text()).toMatch(/118\.75.*118\.75.*118\.75/);
    const { stripe_balance: _, stripe_fees: __, ...owed } = await money.ledgerOf(id);
    expect(owed).toEqual({
      platform_revenue: -(twice.price.ownerSubtotalCents - 5 * 2_375 + twice.price.serviceFeeCents),
      insurance_payable: -twice.price.insuranceCents,
      ...(twice.price.tax.amountCents > 0 && { tax_payable: -twice.price.tax.amountCents }),
    });
    await money.expectBalanced();
  });

  test("needs no decision for a listing with instant booking, and a long one turns the deposit hold into a charge", async () => {
    const { owner, money } = here();
    const { id, endAt, item } = await inPossession({ depositAmountCents: 6_000 });
    await database().db.update(items).set({ isInstant: true }).where(eq(items.id, item.id));
    expect(await optionsOf(id)).toMatchObject({ isInstant: true, refusal: null });
    expect(await requested(id, 28)).toMatchObject({
      endAt: laterBy(28, endAt),
      extensions: [{ status: "approved" }],
    });
    const depositsOf = ({ payments }: BookingDetailView) =>
      payments.filter(({ kind }) => kind === "deposit").map(({ status }) => status);
    const extended = await settle(id);
    expect(extended.payments.at(-1)).toMatchObject({ kind: "extension", status: "captured" });
    expect(depositsOf(extended)).toEqual(["authorized"]);
    expect((await notificationsOf(owner, id))[0]).toBe("extension_approved");
    await passHours(24 * 7);
    const renewed = await settle(id);
    expect(depositsOf(renewed)).toEqual(["canceled", "captured"]);
    expect(renewed).toMatchObject({ depositStatus: "secured", isDepositCharged: true, rentalStatus: "active" });
    await money.expectBalanced();
  });

  test("holds the whole payout while a bank disputes the extension's payment", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession();
    const { payments } = await approved(id);
    const paymentId = payments.at(-1)?.id ?? "";
    const { provider_charge_id: charge } = await money.row("payments", paymentId);
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    await syncPayment(money, paymentId);
    expect(await settle(id)).toMatchObject({ isDisputed: true, paymentStatus: "captured" });
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "payment_disputed" }, options: [] });
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold" });
    await money.control(`disputes/${dispute}/close`, { verdict: "lost" });
    await syncPayment(money, paymentId);
    await passHours(25);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid", isDisputed: false });
    expect(await money.ledgerOf(id)).toMatchObject({ chargeback_loss: expect.any(Number) });
    await money.expectBalanced();
  });
});

describe("an extension that doesn't come about", () => {
  test("is declined, withdrawn or expired: the card is released, and price, end and units stay", async () => {
    const { owner, renter, money } = here();
    const before = await inPossession();
    const { id, endAt, totalCents } = before;
    const endings: [string, Member, (extensionId: string) => Promise<unknown>][] = [
      ["declined", renter, (extensionId) => as(owner, declineExtension, id, { extensionId, reason: "I need it" })],
      ["withdrawn", owner, (extensionId) => as(renter, withdrawExtension, id, { extensionId })],
      ["expired", renter, () => reach(endAt, -1)],
    ];
    for (const [status, told, end] of endings) {
      const extensionId = openOf(await requested(id))?.id ?? "";
      expect(await holdsAtProvider(id)).toBe(1);
      await end(extensionId);
      const after = await settle(id);
      expect(after).toMatchObject({ endAt, totalCents, price: before.price });
      expect(after.extensions.at(-1)).toMatchObject({ id: extensionId, status });
      expect(await holdsAtProvider(id)).toBe(0);
      expect(await holdEndOf(id)).toEqual([endAt]);
      const news = await notificationsOf(told, id);
      expect(news.find((one) => !/_(reminder|soon)$/.test(one ?? ""))).toBe(`extension_${status}`);
      const late = await errorOf(owner, approveExtension, id, { extensionId });
      expect(late).toMatchObject({ status: 409, error: { code: "action_not_allowed" } });
    }
    await money.expectBalanced();
  });

  test("expires 24 hours after the request, or one hour before the end if that is sooner", async () => {
    const { id, endAt } = await inPossession();
    const requestedHours = async () => {
      const open = openOf(await requested(id));
      const now = await readClock(database().db);
      return { open, hours: (new Date(open?.expiresAt ?? 0).getTime() - now.getTime()) / 3_600_000 };
    };
    const { open, hours } = await requestedHours();
    expect(hours).toBeCloseTo(24, 1);
    await as(here().renter, withdrawExtension, id, { extensionId: open?.id });
    await reach(endAt, -5);
    expect((await requestedHours()).hours).toBeCloseTo(4, 1);
    await reach(endAt, -1.9);
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "already_requested" } });
    await reach(endAt, -0.9);
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "too_late" }, options: [] });
    await reach(endAt, 3);
    const overdue = await settle(id);
    expect(overdue).toMatchObject({ rentalStatus: "overdue" });
    expect(overdue.extensions.at(-1)).toMatchObject({ status: "expired" });
  });

  test("ends when the owner is suspended, and when the renter returns the item", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession();
    const suspend = (suspendedAt: Date | null) =>
      database().db.update(users).set({ suspendedAt }).where(eq(users.id, owner.id));
    const statusesAfter = async (reason: () => Promise<unknown>) => {
      await requested(id);
      await reason();
      await as(renter, syncBookingPayment, id);
      const { extensions } = await settle(id);
      expect(await holdsAtProvider(id)).toBe(0);
      return extensions.map(({ status, declineReason }) => [status, declineReason]);
    };
    expect(await statusesAfter(() => suspend(new Date()))).toEqual([["declined", null]]);
    await suspend(null);
    expect(await statusesAfter(() => as(renter, markReturned, id, {}))).toEqual([
      ["declined", null],
      ["withdrawn", null],
    ]);
    await money.expectBalanced();
  });

  test("ends when a bank disputes the rental's payment", async () => {
    const { renter, money } = here();
    const { id, payments } = await inPossession();
    await requested(id);
    const { provider_charge_id: charge } = await money.row("payments", payments[0]?.id ?? "");
    await money.control(`charges/${charge}/dispute`);
    await as(renter, syncBookingPayment, id);
    expect(await settle(id)).toMatchObject({ extensions: [{ status: "declined", declineReason: null }] });
    expect(await holdsAtProvider(id)).toBe(0);
    await money.expectBalanced();
  });
});

describe("paying for an extension", () => {
  test("an unpaid draft is replaced by another day, and gives its days back after 30 minutes", async () => {
    const { renter, money } = here();
    const { id, endAt } = await inPossession({}, { days: 3 });
    await as(renter, requestExtension, id, await bodyFor(id, 5));
    expect(await holdEndOf(id)).toEqual([laterBy(5, endAt)]);
    const replaced = await as(renter, requestExtension, id, await bodyFor(id, 2));
    expect(replaced.extensions.map(({ status }) => status)).toEqual(["withdrawn", "draft"]);
    expect(await holdEndOf(id)).toEqual([laterBy(2, endAt)]);
    await passHours(0.51);
    const expired = await settle(id);
    expect(expired.extensions.map(({ status }) => status)).toEqual(["withdrawn", "expired"]);
    expect(expired.payments.slice(1).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
    expect(await holdEndOf(id)).toEqual([endAt]);
    await money.expectBalanced();
  });

  test("rejects a stale price, a day that isn't offered and everyone but the renter; a declined card leaves the days held for another", async () => {
    const { owner, renter } = here();
    const { id, endAt, endDate } = await inPossession();
    const body = await bodyFor(id, 1);
    const stale = await errorOf(renter, requestExtension, id, { ...body, totalCents: body.totalCents - 1 });
    expect(stale).toMatchObject({ status: 409, error: { code: "price_changed" } });
    expect(await errorOf(renter, requestExtension, id, { ...body, endDate })).toMatchObject({ status: 409 });
    expect(await errorOf(owner, requestExtension, id, body)).toMatchObject({ status: 409 });

    await as(renter, requestExtension, id, body);
    const checkout = await paymentOf(id);
    const declined = await rentals.pay(checkout, "pm_card_chargeDeclined");
    expect(openOf(declined)).toMatchObject({ status: "draft" });
    expect(declined.payments.at(-1)).toMatchObject({ kind: "extension", status: "action_required" });
    // The owner learns nothing before the request is paid.
    expect(await as(owner, getBooking, id)).toMatchObject({ extensions: [], nextStep: { code: "return" } });
    await as(renter, requestExtension, id, body);
    const again = await paymentOf(id);
    expect(again.payment?.id).toBe(checkout.payment?.id);
    const open = openOf(await rentals.payAtBank(again, "pm_card_authenticationRequired"));
    expect(open).toMatchObject({ status: "requested", endAt: laterBy(1, endAt) });

    expect(await errorOf(renter, approveExtension, id, { extensionId: open?.id })).toMatchObject({
      error: { message: "You don't have permission to do this" },
    });
    expect(await errorOf(renter, requestExtension, id, body)).toMatchObject({
      error: { message: expect.stringContaining("already asked for more days") },
    });
  });
});

describe("the next renter", () => {
  test("limits an extension, with the turnaround between the two", async () => {
    const { id, endDate, item } = await inPossession({ quantityTotal: 1, turnaroundMinutes: 15 * 60 });
    const rival = await rentals.joinAsRenter();
    const startDate = addDays(endDate as LocalDate, 3);
    await rentals.checkout(await rentals.request(item.id, { startDate, endDate: startDate }), rival);
    const { options, limit } = await optionsOf(id);
    expect(options.map((option) => option.endDate)).toEqual([addDays(endDate as LocalDate, 1), addDays(startDate, -1)]);
    expect(limit).toMatchObject({ code: "not_enough_units" });
  });

  test("or the renter gets the last unit when both ask at once, and nobody is overbooked or charged twice", async () => {
    const { renter, money } = here();
    for (let round = 0; round < 2; round += 1) {
      const { id, endDate, item, endAt } = await inPossession({ quantityTotal: 1 });
      const rival = await rentals.joinAsRenter();
      const startDate = addDays(endDate as LocalDate, 1);
      const body = await rentals.request(item.id, { startDate, endDate: startDate });
      const extension = await bodyFor(id, 2);
      const [booked, extended] = await Promise.all([
        rentals.reserve(body, rival).then(
          () => true,
          () => false,
        ),
        call(origin(), requestExtension, { params: { bookingId: id }, headers: renter.headers, body: extension }).then(
          () => true,
          () => false,
        ),
      ]);
      expect(booked).not.toBe(extended);
      expect(await holdEndOf(id)).toEqual([extended ? laterBy(2, endAt) : endAt]);
    }
    await money.expectBalanced();
  });
});
