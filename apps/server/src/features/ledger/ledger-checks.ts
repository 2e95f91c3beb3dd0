import type { LEDGER_RULES } from "@nexby/contract/money/ledger";
import {
  type LedgerAccount,
  NEVER_CREDIT,
  NEVER_DEBIT,
  OWNER_ACCOUNTS,
  SETTLED_ACCOUNTS,
} from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";

export type LedgerViolation = {
  rule: (typeof LEDGER_RULES)[number];
  transactionId: string | null;
  bookingId: string | null;
  userId: string | null;
  account: LedgerAccount | null;
  currency: string;
  amountCents: number;
};

const MAX_VIOLATIONS = 100;

const accounts = (names: readonly LedgerAccount[]) => sql`any(${sql.param([...names])}::text[])`;

type Found = Record<string, unknown> & {
  transactionId?: string;
  bookingId?: string;
  userId?: string;
  account?: LedgerAccount;
  currency: string;
  amountCents: string;
};

const asViolation = (rule: LedgerViolation["rule"], found: Found): LedgerViolation => ({
  rule,
  transactionId: found.transactionId ?? null,
  bookingId: found.bookingId ?? null,
  userId: found.userId ?? null,
  account: found.account ?? null,
  currency: found.currency.trim(),
  amountCents: Number(found.amountCents),
});

/** Checks transactions posted since then, and these transactions, bookings or people. */
type Scope = { since: Date; ids: readonly string[] };

const posted = ({ since, ids }: Scope) => sql`posted as (
  select id, booking_id from ledger_transactions where created_at >= ${since.toISOString()}
  union
  select id, booking_id from ledger_transactions where id = any(${sql.param([...ids])}::uuid[])
)`;

const bookings = (scope: Scope) => sql`
  with ${posted(scope)}, bookings as (
    select booking_id from posted where booking_id is not null union select unnest(${sql.param([...scope.ids])}::uuid[])
  )`;

/** The database rejects these at commit. This finds what bypassed it, such as a restore or a superuser. */
async function findUnbalanced(db: Db, scope: Scope): Promise<LedgerViolation[]> {
  const { rows } = await db.execute<Found>(sql`
    with ${posted(scope)}
    select e.transaction_id as "transactionId", e.currency, sum(e.amount_cents) as "amountCents"
    from posted join ledger_entries e on e.transaction_id = posted.id
    group by e.transaction_id, e.currency having sum(e.amount_cents) <> 0
    limit ${MAX_VIOLATIONS}`);
  return rows.map((row) => asViolation("transactions_balance", row));
}

/**
 * A booking is closed while its last transaction is the closing one. Later transactions (a chargeback, a refund)
 * reopen it until it is closed again.
 */
async function findUnsettledClosed(db: Db, scope: Scope): Promise<LedgerViolation[]> {
  const { rows } = await db.execute<Found>(sql`
    ${bookings(scope)}, remaining as (
      select booking_id, account, currency, sum(amount_cents) as amount
      from bookings join ledger_entries using (booking_id)
      where account = ${accounts(SETTLED_ACCOUNTS)}
      group by booking_id, account, currency having sum(amount_cents) <> 0
    )
    select booking_id as "bookingId", account, currency, amount as "amountCents"
    from remaining
    where 'close' = (
      select t.kind from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.booking_id = remaining.booking_id order by e.id desc limit 1
    )
    limit ${MAX_VIOLATIONS}`);
  return rows.map((row) => asViolation("closed_bookings_are_settled", row));
}

const IS_OVERDRAWN = sql`
  case when account = ${accounts(NEVER_CREDIT)} then -sum(amount_cents) else sum(amount_cents) end > 0`;

/** More was returned for a booking than it had. */
async function findOverdrawnBookings(db: Db, scope: Scope): Promise<LedgerViolation[]> {
  const { rows } = await db.execute<Found>(sql`
    ${bookings(scope)}
    select booking_id as "bookingId", account, currency, sum(amount_cents) as "amountCents"
    from bookings join ledger_entries using (booking_id)
    where account = ${accounts([...NEVER_DEBIT, "chargeback_receivable"])}
    group by booking_id, account, currency having ${IS_OVERDRAWN} limit ${MAX_VIOLATIONS}`);
  return rows.map((row) => asViolation("nothing_beyond_zero", row));
}

/** A person was paid more than they were owed, or charged more, over all their bookings. */
async function findOverdrawnOwners(db: Db, scope: Scope): Promise<LedgerViolation[]> {
  const { rows } = await db.execute<Found>(sql`
    with ${posted(scope)}, people as (
      select e.user_id from posted join ledger_entries e on e.transaction_id = posted.id where e.user_id is not null
      union
      select unnest(${sql.param([...scope.ids])}::uuid[])
    )
    select user_id as "userId", account, currency, sum(amount_cents) as "amountCents"
    from people join ledger_entries using (user_id)
    where account = ${accounts(OWNER_ACCOUNTS)}
    group by user_id, account, currency having ${IS_OVERDRAWN} limit ${MAX_VIOLATIONS}`);
  return rows.map((row) => asViolation("nothing_beyond_zero", row));
}

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Checks all bookings and people with postings since then (default: the last week) and those named by id. Older
 * violations were found when they were new. Empty if all is well.
 */
export async function findLedgerViolations(
  db: Db,
  { since, ids = [] }: Partial<Scope> = {},
): Promise<LedgerViolation[]> {
  const scope = { since: since ?? new Date((await readClock(db)).getTime() - WEEK_MS), ids };
  const found = [
    await findUnbalanced(db, scope),
    await findUnsettledClosed(db, scope),
    await findOverdrawnBookings(db, scope),
    await findOverdrawnOwners(db, scope),
  ];
  return found.flat().slice(0, MAX_VIOLATIONS);
}
