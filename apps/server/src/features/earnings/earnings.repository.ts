import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

/** An owner's own accounts: what is owed to them, and what they owe. */
const OWNERS = sql.raw("('owner_payable', 'owner_receivable')");
/** Money that only changes its place: nothing is earned by it. */
const PAYOUTS = sql.raw("('transfer', 'transfer_reversal')");
const ENDED_AT = sql.raw("coalesce(closed_at, canceled_at)");

export type EarnedRow = { month: string; itemId: string; title: string; earnedCents: number; rentalCount: number };

/** What rentals that ended since a moment have brought, by the month in which they did and by item. */
export async function selectEarnedByMonth(db: Db, ownerId: string, since: Date): Promise<EarnedRow[]> {
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

/** The first year with a statement. What ended a day after the first may by its own clock have ended the year before. */
export async function findFirstYear(db: Db, ownerId: string): Promise<number | null> {
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

export type OpenMoney = { unfinishedCents: number; upcomingCents: number; onHoldCents: number };

/**
 * Of what is owed to an owner: what cannot be paid out yet. Unfinished is what rentals that are not over have brought so
 * far, on hold or not.
 */
export async function findOpenMoney(db: Db, ownerId: string): Promise<OpenMoney> {
  const { rows } = await db.execute<OpenMoney>(sql`
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

/** Every rental of an owner that ended in a year where its item is, with what the ledger says of it, by kind. */
export async function selectStatement(db: Db, ownerId: string, year: number): Promise<StatementRow[]> {
  const cents = (condition: string) => sql.raw(`coalesce(-sum(amount_cents) filter (where ${condition}), 0)::int`);
  const { rows } = await db.execute<StatementRow>(sql`
    with ended as (
      select *, ${ENDED_AT} at time zone timezone as ended_at
      from bookings
      where owner_id = ${ownerId} and ${ENDED_AT} >= make_timestamptz(${year - 1}, 12, 31, 0, 0, 0, 'UTC')
        and ${ENDED_AT} < make_timestamptz(${year + 1}, 1, 2, 0, 0, 0, 'UTC')
    ), booked as (
      select ended.id,
        ${cents("kind = 'capture'")} as "rentalCents",
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
