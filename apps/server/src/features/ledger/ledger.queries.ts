import type { LedgerAccount, Posting } from "@nexby/domain/ledger/accounts";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { ledgerEntries, ledgerTransactions } from "../../schema/ledger.ts";

type NewTransaction = Pick<typeof ledgerTransactions.$inferSelect, "sourceKey" | "kind" | "occurredAt"> & {
  bookingId: string | null;
  currency: string;
  postings: readonly Posting[];
};

/** Inserts the transaction and its entries in one statement. False when its source was posted before. */
export async function insertTransaction(db: Db, { postings, currency, ...transaction }: NewTransaction) {
  const entries = JSON.stringify(
    postings.map(({ account, amountCents, userId }) => ({ account, amount_cents: amountCents, user_id: userId })),
  );
  const { rows } = await db.execute<{ written: boolean }>(sql`
    with posted as (
      insert into ledger_transactions (id, source_key, kind, booking_id, occurred_at, entry_count)
      values (${newId()}, ${transaction.sourceKey}, ${transaction.kind}, ${transaction.bookingId},
        ${transaction.occurredAt.toISOString()}, ${postings.length})
      on conflict (source_key) do nothing
      returning id, booking_id
    ), entries as (
      insert into ledger_entries (transaction_id, booking_id, currency, account, amount_cents, user_id)
      select posted.id, posted.booking_id, ${currency}, entry.account, entry.amount_cents, entry.user_id
      from posted, jsonb_to_recordset(${entries}::jsonb) as entry(account text, amount_cents bigint, user_id uuid)
    )
    select exists (select 1 from posted) as written`);
  return rows[0]?.written ?? false;
}

export type PostedTransaction = Omit<NewTransaction, "occurredAt" | "currency"> & { currencies: string[] };

export async function findTransaction(db: Db, sourceKey: string): Promise<PostedTransaction | null> {
  const rows = await db
    .select({
      sourceKey: ledgerTransactions.sourceKey,
      kind: ledgerTransactions.kind,
      bookingId: ledgerTransactions.bookingId,
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
      currency: ledgerEntries.currency,
      userId: ledgerEntries.userId,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(eq(ledgerTransactions.sourceKey, sourceKey));
  const [first] = rows;
  if (!first) return null;
  return {
    sourceKey,
    kind: first.kind,
    bookingId: first.bookingId,
    currencies: rows.map(({ currency }) => currency),
    postings: rows.map(({ account, amountCents, userId }) => ({ account, amountCents, ...(userId && { userId }) })),
  };
}

export type Balance = { account: LedgerAccount; currency: string; amountCents: number };

type BalanceFilter = { account?: LedgerAccount; bookingId?: string; userId?: string };

/** Accounts without entries are left out. */
export async function selectBalances(db: Db, { account, bookingId, userId }: BalanceFilter): Promise<Balance[]> {
  const conditions: SQL[] = [];
  if (account) conditions.push(eq(ledgerEntries.account, account));
  if (bookingId) conditions.push(eq(ledgerEntries.bookingId, bookingId));
  if (userId) conditions.push(eq(ledgerEntries.userId, userId));
  return db
    .select({
      account: ledgerEntries.account,
      currency: ledgerEntries.currency,
      amountCents: sql<number>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(...conditions))
    .groupBy(ledgerEntries.account, ledgerEntries.currency)
    .orderBy(ledgerEntries.account, ledgerEntries.currency);
}

/** The amounts owed to owners, by booking. */
export const selectPayables = (db: Db, bookingIds: SQLWrapper) =>
  db
    .select({
      bookingId: ledgerEntries.bookingId,
      amountCents: sql<number>`-sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(sql`${ledgerEntries.bookingId} = any(${bookingIds})`, eq(ledgerEntries.account, "owner_payable")))
    .groupBy(ledgerEntries.bookingId);

export async function findPayables(db: Db, bookingIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectPayables(db, sql.param([...bookingIds]));
  return new Map(rows.map(({ bookingId, amountCents }) => [bookingId ?? "", amountCents]));
}

/** The books are closed while nothing was posted since the last closing. */
export async function selectCloses(db: Db, bookingId: string): Promise<{ count: number; isClosed: boolean }> {
  const { rows } = await db.execute<{ count: string; last: string | null }>(sql`
    select (select count(*) from ledger_transactions where booking_id = ${bookingId} and kind = 'close') as count,
      (select t.kind from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where e.booking_id = ${bookingId} order by e.id desc limit 1) as last`);
  return { count: Number(rows[0]?.count ?? 0), isClosed: rows[0]?.last === "close" };
}

/** Debits are positive; what we owe is negative. Accounts without entries are left out. */
export const findBalances = (db: Db, filter: BalanceFilter = {}): Promise<Balance[]> => selectBalances(db, filter);

/** Zero when nothing was ever posted. */
export async function findBalance(db: Db, filter: BalanceFilter & { account: LedgerAccount }): Promise<number> {
  const balances = await selectBalances(db, filter);
  return balances.find(({ currency }) => currency === "USD")?.amountCents ?? 0;
}
