import { confirmReturn, confirmTime, markReturned, proposeTime } from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking, getBookingCalendar } from "@nexby/contract/bookings/bookings";
import { approveExtension } from "@nexby/contract/bookings/extensions";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { downloadReceipt } from "@nexby/contract/money/payments";
import { exportEarnings } from "@nexby/contract/money/payouts";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { items } from "../../../../schema/listings.ts";
import { readPdfText } from "../../../../testing/bookings/pdf-text.ts";
import { call, send } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { configureInsurer, setTaxRate } from "../../../checkout/tests/quotes.fixture.ts";
import { syncPayment } from "../../../payments/sync/sync-payment.ts";
import { laterBy, openOf, useExtensions } from "./extensions.fixture.ts";

const extensions = useExtensions();
const { here, as, origin, database, reach, passHours, settle, inPossession, notificationsOf } = extensions;
const { optionsOf, requested, approved, holdEndOf } = extensions;

beforeAll(async () => {
  await setTaxRate(database().db, "TX", "8.25");
  await configureInsurer(database().db);
});

async function isDecided(bookingId: string) {
  const { rows } = await database().db.execute<{ is: boolean }>(
    sql`select decided_at is not null as is from booking_extensions where booking_id = ${bookingId}`,
  );
  return rows[0]?.is;
}

const newestOf = async ({ headers }: Member) => (await call(origin(), listNotifications, { headers })).body[0];

describe("[EXT-01] an approved extension", () => {
  test("an approved extension moves the end, the units, the deadlines and the return time, adds up in the price, and is paid out", async () => {
    const { owner, renter, money } = here();
    const before = await inPossession({ turnaroundMinutes: 120 }, { hasInsurance: true });
    const { id, endAt } = before;
    await as(owner, proposeTime, id, { kind: "return", date: before.endDate, time: "15:00" });
    const { plannedTimes } = await as(renter, getBooking, id);
    await as(renter, confirmTime, id, { kind: "return", proposalId: plannedTimes[0]?.proposal?.id ?? null });

    const inTwoWeeks = { startDate: addDays(before.endDate as LocalDate, 14), hasInsurance: true };
    const { body: quote } = await call(origin(), quoteItem, {
      params: { itemId: before.item.id },
      body: { ...inTwoWeeks, endDate: addDays(inTwoWeeks.startDate, 1) },
    });
    const { options } = await optionsOf(id);
    const { price: offered } = options.find(({ price }) => price.days === 2) ?? {};
    expect(offered?.lines).toEqual(quote.price?.lines);
    expect([offered?.totalCents, offered?.tax.amountCents]).toEqual([quote.price?.totalCents, expect.any(Number)]);
    expect(offered?.lines.map(({ code }) => code)).toEqual(["rental", "insurance", "tax"]);

    const asked = await requested(id, 2, "The weather is great");
    const extension = openOf(asked);
    expect(extension).toMatchObject({ status: "requested", endAt: laterBy(2, endAt), ownerEarningsCents: null });
    expect(asked).toMatchObject({ endAt, totalCents: before.totalCents, nextStep: { code: "extension_decision" } });
    expect(await holdEndOf(id)).toEqual([laterBy(2, endAt)]);
    expect(await isDecided(id)).toBe(false);
    const shownToOwner = await as(owner, getBooking, id);
    expect(shownToOwner.allowedActions).toEqual(expect.arrayContaining(["approve_extension", "decline_extension"]));
    expect(openOf(shownToOwner)).toMatchObject({ ownerEarningsCents: 4_750, message: "The weather is great" });
    expect(await newestOf(owner)).toMatchObject({
      kind: "extension_requested",
      message: expect.stringContaining("You'd earn $47.50 more."),
    });
    const another = { extensionId: before.id };
    expect(await extensions.errorOf(owner, approveExtension, id, another)).toMatchObject({ status: 409 });

    await as(owner, proposeTime, id, { kind: "return", date: before.endDate, time: "14:00" });
    await as(owner, approveExtension, id, { extensionId: extension?.id });
    const after = await settle(id);
    expect(await isDecided(id)).toBe(true);
    const added = extension?.price;
    expect(added?.totalCents).toBe(offered?.totalCents);
    expect(await as(owner, getBooking, id)).toMatchObject({ endAt: laterBy(2, endAt), price: { days: 4 } });
    expect(after).toMatchObject({
      endAt: laterBy(2, endAt),
      endDate: addDays(before.endDate as LocalDate, 2),
      totalCents: before.totalCents + (added?.totalCents ?? 0),
      price: { days: 4, lines: expect.arrayContaining([expect.objectContaining({ label: "$25.00 × 4 days" })]) },
      nextStep: { code: "return", until: laterBy(2, endAt) },
      // The agreed return time and the proposed one were for another day.
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
    expect(await newestOf(renter)).toMatchObject({
      kind: "extension_approved",
      message: expect.stringContaining(`We'll charge your card $${((added?.totalCents ?? 0) / 100).toFixed(2)}.`),
    });
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
    const receipt = await receiptOf("extension");
    expect(receipt).toContain(((added?.totalCents ?? 0) / 100).toFixed(2));
    expect(receipt).toMatch(new RegExp(`Additional days.*${dayOf(laterBy(2, endAt))}`, "s"));

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

  test("an approved extension needs no decision for a listing with instant booking, and a long one turns the deposit hold into a charge", async () => {
    const { owner, money } = here();
    const { id, endAt, item } = await inPossession({ depositAmountCents: 6_000 });
    await database().db.update(items).set({ isInstant: true }).where(eq(items.id, item.id));
    const offer = await optionsOf(id);
    expect(offer).toMatchObject({ isInstant: true, refusal: null });
    // The deposit covers the additional days, too.
    expect(new Set(offer.options.map(({ price }) => price.depositCents))).toEqual(new Set([0]));
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

  test("an approved extension holds the whole payout while a bank disputes the extension's payment", async () => {
    const { owner, renter, money } = here();
    // The platform bears the chargeback, from what it has of another rental.
    await inPossession({}, { days: 10 });
    const { id } = await inPossession();
    const { payments } = await approved(id);
    const paymentId = payments.at(-1)?.id ?? "";
    const { provider_charge_id: charge } = await money.row("payments", paymentId);
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    await syncPayment(money, paymentId);
    expect(await settle(id)).toMatchObject({ hasChargeback: true, paymentStatus: "captured" });
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "payment_disputed" }, options: [] });
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "on_hold" });
    await money.control(`disputes/${dispute}/close`, { verdict: "lost" });
    await syncPayment(money, paymentId);
    await passHours(25);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid", hasChargeback: false });
    expect(await money.ledgerOf(id)).toMatchObject({ chargeback_loss: expect.any(Number) });
    await money.expectBalanced();
  });
});
