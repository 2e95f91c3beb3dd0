import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import {
  cancelBooking,
  confirmReturn,
  confirmTime,
  markReturned,
  previewCancellation,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { exportEarnings, getEarnings, listPayouts } from "@nexby/contract/money/payouts";
import { captured } from "@nexby/domain/ledger/postings";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../schema/accounts.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { post } from "../commands/post.ts";

const bookings = useBookings();
const { here, as, claim, item, database, origin, passHours, receive } = bookings;
const db = () => database().db;

type Headers = Record<string, string>;
const earningsOf = async (headers: Headers, query: Record<string, string> = {}) =>
  (await call(origin(), getEarnings, { headers, query })).body;
const payoutsOf = async (headers: Headers) => (await call(origin(), listPayouts, { headers })).body;

/** The statement's rows keyed by column name. */
async function statementOf(headers: Headers, year = "") {
  const response = await fetch(`${origin()}${exportEarnings.path}${year && `?year=${year}`}`, { headers });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head = "", ...lines] = (await response.text()).trim().split("\r\n");
  const cells = (line: string) =>
    [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, text, number]) => text ?? number ?? "");
  const names = cells(head);
  const rows = lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
  return { rows, sumOf, disposition: response.headers.get("content-disposition") };
}

/** The owner's ledger amounts, computed independently of the product's queries. */
async function ledgerOf(ownerId: string) {
  const { rows } = await db().execute<{ name: string; cents: number }>(sql`
    select case when kind in ('transfer', 'transfer_reversal') then 'paidOut' else 'earned' end as name,
        sum(case when kind in ('transfer', 'transfer_reversal') then amount_cents else -amount_cents end)::int as cents
      from ledger_entries join ledger_transactions t on t.id = transaction_id where user_id = ${ownerId} group by 1
    union all
    select account, -sum(amount_cents)::int from ledger_entries where user_id = ${ownerId} group by account`);
  const amountOf = (name: string) => rows.find((row) => row.name === name)?.cents ?? 0;
  return {
    earned: amountOf("earned"),
    paidOut: amountOf("paidOut"),
    payable: amountOf("owner_payable"),
    debt: 0 - amountOf("owner_receivable"),
  };
}

const NOTHING = {
  earnedCents: 0,
  paidOutCents: 0,
  onItsWayCents: 0,
  onHoldCents: 0,
  upcomingCents: 0,
  owedCents: 0,
};

async function expectAgreement() {
  const { owner } = here();
  const { totals, months, items } = await earningsOf(owner.headers);
  const ledger = await ledgerOf(owner.id);
  const statement = await statementOf(owner.headers);
  expect(totals.paidOutCents).toBe(ledger.paidOut);
  expect(totals.onItsWayCents + totals.onHoldCents + totals.upcomingCents).toBe(ledger.payable);
  expect(totals.owedCents).toBe(ledger.debt);
  expect(months.reduce((sum, { earnedCents }) => sum + earnedCents, 0)).toBe(totals.earnedCents);
  expect(items.reduce((sum, { earnedCents }) => sum + earnedCents, 0)).toBe(totals.earnedCents);
  expect(statement.sumOf("Earned")).toBe(totals.earnedCents);
  expect(statement.sumOf("Paid out")).toBe(totals.paidOutCents);
  const unfinished = ledger.earned - totals.earnedCents;
  return { totals, statement, items, unfinished };
}

async function returned(itemId: string): Promise<string> {
  const { owner, renter } = here();
  const { id } = await bookings.approved(itemId, { inDays: 3 });
  await as(owner, confirmTime, id, {});
  await passHours(60);
  await receive(id);
  await as(renter, markReturned, id, {});
  return id;
}

test("[BOOK-01] earnings, payouts and the statement match the ledger to the cent", async () => {
  const { owner, renter, money } = here();
  const [tent, kayak] = [await item({ title: "=1+1 Tent" }), await item({ title: "Kayak" })];
  expect((await expectAgreement()).totals).toEqual(NOTHING);

  // Two days at $25.00 minus 5%: $47.50 for the owner, first upcoming, then on its way, then paid.
  const completed = await returned(tent);
  expect((await expectAgreement()).totals).toEqual({ ...NOTHING, upcomingCents: 4_750 });
  await as(owner, confirmReturn, completed, {});
  expect((await expectAgreement()).totals).toEqual({ ...NOTHING, earnedCents: 4_750, onItsWayCents: 4_750 });
  expect(await payoutsOf(owner.headers)).toEqual([]);

  // Canceled late by the renter: the owner retains half.
  const canceledLate = await bookings.approved(kayak, { inDays: 3 });
  await bookings.reach(canceledLate.startAt, -20);
  const { refundCents } = await as(renter, previewCancellation, canceledLate.id);
  await as(renter, cancelBooking, canceledLate.id, { refundCents });
  await passHours(49);
  const { totals, statement, items } = await expectAgreement();
  expect(totals).toEqual({ ...NOTHING, earnedCents: 7_125, paidOutCents: 7_125 });
  expect(items).toEqual([
    { id: tent, title: "=1+1 Tent", earnedCents: 4_750, rentalCount: 1 },
    { id: kayak, title: "Kayak", earnedCents: 2_375, rentalCount: 1 },
  ]);
  expect(statement.disposition).toMatch(/^attachment; filename="nexby-earnings-\d{4}\.csv"$/);
  expect(statement.rows).toMatchObject([
    {
      Booking: completed,
      Item: "'=1+1 Tent",
      Renter: "Ada Park",
      Earned: "47.5",
      "Paid out": "47.5",
      "Payout status": "paid",
    },
    {
      Booking: canceledLate.id,
      Status: "canceled",
      "Net rental": "47.5",
      Refunded: "-23.75",
      Earned: "23.75",
    },
  ]);
  const payouts = await payoutsOf(owner.headers);
  expect(payouts).toHaveLength(2);
  expect(payouts.find(({ bookingId }) => bookingId === canceledLate.id)).toMatchObject({
    item: { id: kayak, title: "Kayak" },
    amountCents: 2_375,
    kind: "transfer",
    status: "paid",
    paidAt: expect.any(String),
  });
  expect(payouts.find(({ bookingId }) => bookingId === completed)).toMatchObject({
    amountCents: 4_750,
    payoutStatus: "paid",
  });
  expect((await earningsOf(owner.headers)).isPayoutReady).toBe(true);
  await money.expectBalanced();
});

test("[BOOK-01] earnings under a claim are on hold, and a penalty is deducted from the next payout", async () => {
  const { owner } = here();
  const admin = await bookings.join();
  await db().update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
  const body = { ownerCancelPenaltyCents: 700 };
  await call(origin(), updatePlatformSettings, { headers: admin.headers, body });
  const { totals: before } = await expectAgreement();

  const claimed = await returned(await item({ depositAmountCents: 5_000 }));
  await claim(claimed, 2_000);
  expect((await expectAgreement()).totals).toEqual({ ...before, onHoldCents: 4_750 });
  const canceled = await bookings.approved(await item(), { inDays: 5 });
  expect((await expectAgreement()).totals).toEqual({ ...before, onHoldCents: 4_750, upcomingCents: 4_750 });
  const { refundCents } = await as(owner, previewCancellation, canceled.id);
  await as(owner, cancelBooking, canceled.id, { refundCents, reason: "It broke" });
  await bookings.settle(canceled.id);
  const earnedCents = before.earnedCents - 700;
  expect((await expectAgreement()).totals).toEqual({ ...before, earnedCents, onHoldCents: 4_750, owedCents: 700 });

  await as(admin, resolveDamageClaim, claimed, { damageCents: 2_000, notes: "As the photos show" });
  await passHours(49);
  const { totals, statement, unfinished } = await expectAgreement();
  const gained = 4_750 + 2_000 - 700;
  expect(totals).toEqual({
    ...before,
    earnedCents: before.earnedCents + gained,
    paidOutCents: before.paidOutCents + gained,
  });
  expect(unfinished).toBe(0);
  expect(statement.rows.slice(-2)).toMatchObject([
    { Booking: canceled.id, Penalties: "-7", Refunded: "-47.5", Earned: "-7", "Paid out": "0" },
    {
      Booking: claimed,
      "Damage and late fees": "20",
      Earned: "67.5",
      "Deducted for balance owed": "7",
      "Paid out": "60.5",
    },
  ]);
  const payouts = (await payoutsOf(owner.headers)).filter(({ bookingId }) => bookingId === claimed);
  expect(payouts.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(6_050);
  await here().money.expectBalanced();
});

test("[BOOK-01] statements start with the year in which the first rental with money movements ended in its item's time zone", async () => {
  const { id: ownerId, headers } = await bookings.join();
  const firstYear = async () => (await earningsOf(headers)).firstYear;
  const itemId = await createItem(db(), { ownerId });
  const endedAt = async (instant: string, timezone: string, ownerCents: number) => {
    const closedAt = new Date(instant);
    const ended = { status: "closed", closedAt, approvalStatus: "approved", ownerDecisionDeadline: closedAt } as const;
    const { id: bookingId } = await createBooking(db(), { ownerId, itemId, timezone, ...ended });
    if (ownerCents === 0) return;
    const postings = captured({ ownerCents, platformCents: 5, insuranceCents: 0, taxCents: 0 }, ownerId);
    await post(db(), { sourceKey: `balance:${newId()}`, kind: "capture", bookingId, occurredAt: closedAt, postings });
  };
  expect(await firstYear()).toBeNull();
  await endedAt("2019-05-01T12:00:00Z", "America/New_York", 0);
  expect(await firstYear()).toBeNull();
  await endedAt("2024-05-01T12:00:00Z", "America/New_York", 100);
  expect(await firstYear()).toBe(2024);
  await endedAt("2021-12-31T16:00:00Z", "Asia/Tokyo", 100);
  expect(await firstYear()).toBe(2022);
  // Later, but still in the previous year locally.
  await endedAt("2022-01-01T03:00:00Z", "America/Los_Angeles", 100);
  expect(await firstYear()).toBe(2021);
  expect((await statementOf(headers, "2021")).rows).toHaveLength(1);
});

test("a rental counts in the month and year in which it ended in its item's time zone", async () => {
  const newOwner = await bookings.join();
  const ownerId = newOwner.id;
  const itemId = await createItem(db(), { ownerId, title: 'Lamp "Luna", red' });
  const now = new Date((await earningsOf(newOwner.headers)).months.at(-1)?.month ?? "");
  // 3:30 AM UTC is still the previous evening in Los Angeles.
  const closedAt = new Date(now.getTime() + 3.5 * 3_600_000);
  const ended = { status: "closed", closedAt, approvalStatus: "approved", ownerDecisionDeadline: closedAt } as const;
  for (const [timezone, ownerCents] of [
    ["America/Los_Angeles", 1_000],
    ["Asia/Tokyo", 200],
  ] as const) {
    const { id: bookingId } = await createBooking(db(), { ownerId, itemId, timezone, ...ended });
    const postings = captured({ ownerCents, platformCents: 5, insuranceCents: 0, taxCents: 0 }, ownerId);
    await post(db(), { sourceKey: `balance:${newId()}`, kind: "capture", bookingId, occurredAt: closedAt, postings });
  }
  const { months, items, totals, isPayoutReady } = await earningsOf(newOwner.headers, { months: "2" });
  expect(months.map(({ earnedCents }) => earnedCents)).toEqual([1_000, 200]);
  expect(items).toEqual([{ id: itemId, title: 'Lamp "Luna", red', earnedCents: 1_200, rentalCount: 2 }]);
  expect(totals).toMatchObject({ earnedCents: 1_200, onItsWayCents: 1_200 });
  expect(isPayoutReady).toBe(false);
  expect((await earningsOf(newOwner.headers, { months: "1" })).months.map(({ earnedCents }) => earnedCents)).toEqual([
    200,
  ]);
  const year = months[0]?.month.slice(0, 4) ?? "";
  const { rows } = await statementOf(newOwner.headers, year);
  expect(rows[0]).toMatchObject({
    Item: 'Lamp ""Luna"", red',
    Earned: "10",
    "Ended on": expect.stringContaining(months[0]?.month ?? ""),
  });
  expect((await statementOf(newOwner.headers, "2020")).rows).toEqual([]);
  expect(await payoutsOf(newOwner.headers)).toEqual([]);
  for (const months of ["0", "37", "x"]) {
    expect(
      await callExpectingError(origin(), getEarnings, { headers: newOwner.headers, query: { months } }),
    ).toMatchObject({
      status: 400,
    });
  }
  expect(
    await callExpectingError(origin(), exportEarnings, { headers: newOwner.headers, query: { year: "1999" } }),
  ).toMatchObject({ status: 400 });
});
