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

  test("needs no decision for a listing with instant booking", async () => {
    const { owner, money } = here();
    const { id, endAt, item } = await inPossession();
    await database().db.update(items).set({ isInstant: true }).where(eq(items.id, item.id));
    expect(await optionsOf(id)).toMatchObject({ isInstant: true, refusal: null });
    const after = await requested(id, 3);
    expect(after).toMatchObject({ endAt: laterBy(3, endAt), extensions: [{ status: "approved" }] });
    expect((await settle(id)).payments.at(-1)).toMatchObject({ kind: "extension", status: "captured" });
    expect((await notificationsOf(owner, id))[0]).toBe("extension_approved");
    await money.expectBalanced();
  });

  test("turns a deposit hold into a charge once the rental is longer than holds can be renewed", async () => {
    const { money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await approved(id, 28);
    const depositsOf = ({ payments }: BookingDetailView) =>
      payments.filter(({ kind }) => kind === "deposit").map(({ status }) => status);
    expect(depositsOf(await settle(id))).toEqual(["authorized"]);
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
  const ENDINGS: Record<string, (id: string, extensionId: string) => Promise<unknown>> = {
    declined: (id, extensionId) => as(here().owner, declineExtension, id, { extensionId, reason: "I need it" }),
    withdrawn: (id, extensionId) => as(here().renter, withdrawExtension, id, { extensionId }),
    expired: async (id) => reach((await as(here().renter, getBooking, id)).endAt, -1),
  };

  test.each([
    ["declined", "renter", "extension_declined"],
    ["withdrawn", "owner", "extension_withdrawn"],
    ["expired", "renter", "extension_expired"],
  ] as const)("is %s: the card is released, and price, end and units stay", async (status, told, kind) => {
    const { money } = here();
    const before = await inPossession();
    const { id, endAt, totalCents } = before;
    const extension = openOf(await requested(id));
    expect(await holdsAtProvider(id)).toBe(1);
    await ENDINGS[status]?.(id, extension?.id ?? "");
    expect(await settle(id)).toMatchObject({ endAt, totalCents, price: before.price, extensions: [{ status }] });
    expect(await holdsAtProvider(id)).toBe(0);
    expect(await holdEndOf(id)).toEqual([endAt]);
    const news = await notificationsOf(here()[told], id);
    expect(news.find((one) => !one?.endsWith("_reminder"))).toBe(kind);
    const late = await errorOf(here().owner, approveExtension, id, { extensionId: extension?.id });
    expect(late).toMatchObject({ status: 409, error: { code: "action_not_allowed" } });
    await money.expectBalanced();
  });

  test("expires 24 hours after the request, or one hour before the end if that is sooner", async () => {
    const [long, short] = [await inPossession({}, { days: 5 }), await inPossession()];
    await reach(short.endAt, -5);
    const [first, second] = [openOf(await requested(long.id)), openOf(await requested(short.id))];
    const now = (await readClock(database().db)).getTime();
    const hoursLeft = (instant: string | undefined) => (new Date(instant ?? 0).getTime() - now) / 3_600_000;
    expect(hoursLeft(first?.expiresAt)).toBeCloseTo(24, 1);
    expect(hoursLeft(second?.expiresAt)).toBeCloseTo(4, 1);
    await reach(short.endAt, -1.9);
    expect(await optionsOf(short.id)).toMatchObject({ refusal: { code: "already_requested" } });
    await reach(short.endAt, -0.9);
    expect(await optionsOf(short.id)).toMatchObject({ refusal: { code: "too_late" }, options: [] });
    await reach(short.endAt, 3);
    expect(await settle(short.id)).toMatchObject({ rentalStatus: "overdue", extensions: [{ status: "expired" }] });
  });

  test.each([
    ["the renter returns the item", "withdrawn"],
    ["the owner is suspended", "declined"],
    ["a bank disputes the rental's payment", "declined"],
  ])("ends when %s", async (reason, status) => {
    const { owner, renter, money } = here();
    const { id, payments } = await inPossession();
    await requested(id);
    const suspend = (suspendedAt: Date | null) =>
      database().db.update(users).set({ suspendedAt }).where(eq(users.id, owner.id));
    if (reason.includes("returns")) await as(renter, markReturned, id, {});
    else if (reason.includes("suspended")) await suspend(new Date());
    else {
      const { provider_charge_id: charge } = await money.row("payments", payments[0]?.id ?? "");
      await money.control(`charges/${charge}/dispute`);
    }
    await as(renter, syncBookingPayment, id);
    const after = await settle(id);
    await suspend(null);
    expect(after).toMatchObject({ extensions: [{ status, declineReason: null }] });
    expect(await holdsAtProvider(id)).toBe(0);
    await money.expectBalanced();
  });
});

describe("paying for an extension", () => {
  test("a declined card leaves the days held for another card; the owner learns nothing before", async () => {
    const { owner, renter } = here();
    const { id, endAt } = await inPossession();
    const body = await bodyFor(id, 1);
    await as(renter, requestExtension, id, body);
    const checkout = await paymentOf(id);
    const declined = await rentals.pay(checkout, "pm_card_chargeDeclined");
    expect(openOf(declined)).toMatchObject({ status: "draft" });
    expect(declined.payments.at(-1)).toMatchObject({ kind: "extension", status: "action_required" });
    expect(await as(owner, getBooking, id)).toMatchObject({ extensions: [], nextStep: { code: "return" } });
    await as(renter, requestExtension, id, body);
    const again = await paymentOf(id);
    expect(again.payment?.id).toBe(checkout.payment?.id);
    expect(openOf(await rentals.payAtBank(again, "pm_card_authenticationRequired"))).toMatchObject({
      status: "requested",
      endAt: laterBy(1, endAt),
    });
  });

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

  test("rejects a stale price, a day that isn't offered, and everyone but the renter", async () => {
    const { owner, renter } = here();
    const { id, endDate } = await inPossession();
    const body = await bodyFor(id, 1);
    const stale = await errorOf(renter, requestExtension, id, { ...body, totalCents: body.totalCents - 1 });
    expect(stale).toMatchObject({ status: 409, error: { code: "price_changed" } });
    expect(await errorOf(renter, requestExtension, id, { ...body, endDate })).toMatchObject({ status: 409 });
    expect(await errorOf(owner, requestExtension, id, body)).toMatchObject({ status: 409 });
    const extensionId = openOf(await requested(id))?.id;
    expect(await errorOf(renter, approveExtension, id, { extensionId })).toMatchObject({
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
