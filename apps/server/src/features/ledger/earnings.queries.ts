import { and, desc, eq, sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { transfers } from "../../schema/payments.ts";
import { findUser } from "../accounts/public.ts";
import { findBalance } from "./ledger.queries.ts";

/** The platform's debt to the owner, and the owner's debt to the platform. */
const OWNERS = sql.raw("('owner_payable', 'owner_receivable')");
/** Transfers only move money, so they don't count as earnings. */
const PAYOUTS = sql.raw("('transfer', 'transfer_reversal')");
const ENDED_AT = sql.raw("coalesce(closed_at, canceled_at)");

type EarnedRow = { month: string; itemId: string; title: string; earnedCents: number; rentalCount: number };

/** Earnings of rentals that ended since then, by month and item. */
async function selectEarnedByMonth(db: Db, ownerId: string, since: Date): Promise<EarnedRow[]> {
  const { rows } = await db.execute<EarnedRow>(sql`
    with ended as (
      select id, item_id, to_char(${ENDED_AT} at time zone timezone, 'YYYY-MM') as month
      from bookings where owner_id = ${ownerId} and ${ENDED_AT} >= ${since.toISOString()}::timestamptz
    ), earned as (
      select ended.id, ended.item_id, ended.month, -sum(entry.amount_cents) as cents
      from ended
      join ledger_entries entry on entry.booking_id = ended.id and entry.account in ${OWNERS}
      join ledger_transactions posted on posted.id = entry.transaction_id and posted.kind not in ${PAYOUTS}
      group by ended.id, ended.item_id, ended.month
    )
    select earned.month, earned.item_id as "itemId", items.title, sum(earned.cents)::int as "earnedCents",
      count(*)::int as "rentalCount"
    from earned join items on items.id = earned.item_id
    where earned.cents <> 0
    group by earned.month, earned.item_id, items.title
    order by earned.month, earned.item_id`);
  return rows;
}

/** Ended up to 26 hours after the first one, a rental can still fall into the previous year in its own time zone. */
async function findFirstYear(db: Db, ownerId: string): Promise<number | null> {
  const { rows } = await db.execute<{ year: number | null }>(sql`
    with ended as not materialized (
      select ${ENDED_AT} as ended_at, timezone from bookings
      where owner_id = ${ownerId} and ${ENDED_AT} is not null and exists (
        select 1 from ledger_entries entry where entry.booking_id = bookings.id and entry.account in ${OWNERS})
    )
    select min(extract(year from ended_at at time zone timezone))::int as year from ended
    where ended_at <= (select ended_at from ended order by ended_at limit 1) + interval '1 day 2 hours'`);
  return rows[0]?.year ?? null;
}

type OpenAmounts = { unfinishedCents: number; upcomingCents: number; onHoldCents: number };

/** Amounts that can't be paid out yet. Unfinished includes rentals that aren't over, whether on hold or not. */
async function findOpenMoney(db: Db, ownerId: string): Promise<OpenAmounts> {
  const { rows } = await db.execute<OpenAmounts>(sql`
    with open as (
      select id, overview_group in ('upcoming', 'active') as is_unfinished, payout_status = 'on_hold' as is_on_hold
      from bookings where owner_id = ${ownerId} and settled_at is null
    )
    select
      coalesce(-sum(amount_cents) filter (where is_unfinished), 0)::int as "unfinishedCents",
      coalesce(-sum(amount_cents) filter (where is_unfinished and not is_on_hold and account = 'owner_payable'), 0)::int
        as "upcomingCents",
      coalesce(-sum(amount_cents) filter (where is_on_hold and account = 'owner_payable'), 0)::int as "onHoldCents"
    from open join ledger_entries entry on entry.booking_id = open.id and entry.account in ${OWNERS}`);
  return rows[0] ?? { unfinishedCents: 0, upcomingCents: 0, onHoldCents: 0 };
}

export type StatementRow = {
  bookingId: string;
  title: string;
  renter: string;
  startDate: string;
  endDate: string;
  status: string;
  endedOn: string;
  subtotalCents: number;
  commissionCents: number;
  rentalCents: number;
  givenBackCents: number;
  extraCents: number;
  penaltyCents: number;
  earnedCents: number;
  keptForDebtCents: number;
  paidOutCents: number;
  toComeCents: number;
  payoutStatus: string;
  paidOutOn: string | null;
};

/** Rentals that ended in this year in their own time zone, with their ledger amounts by kind. */
async function selectStatement(db: Db, ownerId: string, year: number): Promise<StatementRow[]> {
  const cents = (condition: string) => sql.raw(`coalesce(-sum(amount_cents) filter (where ${condition}), 0)::int`);
  const { rows } = await db.execute<StatementRow>(sql`
    with ended as (
      select *, ${ENDED_AT} at time zone timezone as ended_at
      from bookings
      where owner_id = ${ownerId} and ${ENDED_AT} >= make_timestamptz(${year - 1}, 12, 31, 0, 0, 0, 'UTC')
        and ${ENDED_AT} < make_timestamptz(${year + 1}, 1, 2, 0, 0, 0, 'UTC')
    ), booked as (
      select ended.id,
        ${cents("kind in ('capture', 'extension')")} as "rentalCents",
        ${cents("kind in ('refund_decided', 'refund_withdrawn', 'chargeback_lost')")} as "givenBackCents",
        ${cents("kind in ('late_fee', 'damage', 'deposit_to_owner')")} as "extraCents",
        ${cents("kind = 'owner_penalty'")} as "penaltyCents",
        ${cents("kind not in ('transfer', 'transfer_reversal')")} as "earnedCents",
        -${cents("kind = 'owner_debt_netted' and account = 'owner_payable'")} as "keptForDebtCents",
        -${cents("kind in ('transfer', 'transfer_reversal')")} as "paidOutCents",
        ${cents("account = 'owner_payable'")} as "toComeCents",
        max(occurred_at at time zone timezone) filter (where kind = 'transfer') as paid_out_at
      from ended
      join ledger_entries entry on entry.booking_id = ended.id and entry.account in ${OWNERS}
      join ledger_transactions posted on posted.id = entry.transaction_id
      group by ended.id
    )
    select ended.id as "bookingId", items.title, concat_ws(' ', users.first_name, users.last_name) as renter,
      start_date::text as "startDate", end_date::text as "endDate", status, ended_at::date::text as "endedOn",
      (price_breakdown->>'ownerSubtotalCents')::int as "subtotalCents", commission_cents as "commissionCents",
      booked.*, payout_status as "payoutStatus", paid_out_at::date::text as "paidOutOn"
    from ended
    join booked on booked.id = ended.id
    join items on items.id = ended.item_id
    join users on users.id = ended.renter_id
    where extract(year from ended_at) = ${year}
    order by ended_at, ended.id`);
  return rows;
}

const FIELDS = {
  id: transfers.id,
  kind: transfers.kind,
  status: transfers.status,
  amountCents: transfers.amountCents,
  bookingId: transfers.bookingId,
  startDate: bookings.startDate,
  endDate: bookings.endDate,
  payoutStatus: bookings.payoutStatus,
  item: { id: items.id, title: items.title },
  createdAt: transfers.createdAt,
  paidAt: transfers.paidAt,
};

export type PayoutRow = Awaited<ReturnType<typeof selectPayoutsOf>>[number];

const selectPayoutsOf = (db: Db, ownerId: string, { after, limit }: { after: Place | null; limit: number }) =>
  db
    .select(FIELDS)
    .from(transfers)
    .innerJoin(bookings, eq(bookings.id, transfers.bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .where(and(eq(transfers.ownerId, ownerId), isAfter(after, transfers, "newest")))
    .orderBy(desc(transfers.createdAt), desc(transfers.id))
    .limit(limit);

/** Paid transfers minus reversals. */
async function sumPaidOut(db: Db, ownerId: string): Promise<number> {
  const signed = sql`case ${transfers.kind} when 'transfer' then ${transfers.amountCents} else -${transfers.amountCents} end`;
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${signed}), 0)`.mapWith(Number) })
    .from(transfers)
    .where(and(eq(transfers.ownerId, ownerId), eq(transfers.status, "paid")));
  return row?.sum ?? 0;
}

/** The given number of months ending with `last`, oldest first, such as "2026-11". */
export function monthsUpTo(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1));
    return first.toISOString().slice(0, 7);
  });
}

const FURTHEST_ZONE_MS = 14 * 3_600_000;

/** The earliest instant at which the month has started in any time zone. */
export const beginningOf = (month: string): Date =>
  new Date(new Date(`${month}-01T00:00:00Z`).getTime() - FURTHEST_ZONE_MS);

export type Earnings = {
  totals: Awaited<ReturnType<typeof totalsOf>>;
  months: string[];
  earned: EarnedRow[];
  firstYear: number | null;
  isPayoutReady: boolean;
};

export async function getEarnings(db: Db, ownerId: string, count: number): Promise<Earnings> {
  const now = (await readClock(db)).toISOString().slice(0, 7);
  const [first = now] = monthsUpTo(now, count);
  const found = await selectEarnedByMonth(db, ownerId, beginningOf(first));
  // The next month may already have started east of Greenwich.
  const [, last = now] = [found.at(-1)?.month ?? now, now].sort();
  const months = monthsUpTo(last, count);
  const owner = await findUser(db, ownerId);
  return {
    totals: await totalsOf(db, ownerId),
    months,
    earned: found.filter(({ month }) => months.includes(month)),
    firstYear: await findFirstYear(db, ownerId),
    isPayoutReady: owner?.connectOnboarded === true && owner.connectAccountId !== null,
  };
}

/** Uses ledger balances, which are sums over one index however long the history is. */
async function totalsOf(db: Db, ownerId: string) {
  const payableCents = -(await findBalance(db, { account: "owner_payable", userId: ownerId }));
  const owedCents = await findBalance(db, { account: "owner_receivable", userId: ownerId });
  const paidOutCents = await sumPaidOut(db, ownerId);
  const { unfinishedCents, upcomingCents, onHoldCents } = await findOpenMoney(db, ownerId);
  return {
    earnedCents: payableCents - owedCents + paidOutCents - unfinishedCents,
    paidOutCents,
    onItsWayCents: payableCents - upcomingCents - onHoldCents,
    onHoldCents,
    upcomingCents,
    owedCents,
  };
}

export type Statement = { year: number; rows: StatementRow[] };

/** Defaults to the current year. */
export async function exportEarnings(db: Db, ownerId: string, requestedYear: number | undefined): Promise<Statement> {
  const year = requestedYear ?? (await readClock(db)).getUTCFullYear();
  return { year, rows: await selectStatement(db, ownerId, year) };
}

type PageQuery = { cursor?: string | undefined; limit: number };

/** Newest first. */
export async function listPayouts(db: Db, ownerId: string, { cursor, limit }: PageQuery): Promise<PageOf<PayoutRow>> {
  return pageOf(await selectPayoutsOf(db, ownerId, { after: cursorAfter(cursor), limit: limit + 1 }), limit);
}
