import { and, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { payoutAccounts } from "../../schema/payment-provider.ts";

export type AccountRow = typeof payoutAccounts.$inferSelect;

/** The account status as the provider reports it. */
export type AccountStatus = Pick<
  AccountRow,
  "state" | "hasSubmittedDetails" | "bankLast4" | "failedPayoutId" | "failedPayoutCents" | "failedPayoutAt"
>;

/** The current account, which isn't replaced. */
export async function findAccount(db: Db, userId: string): Promise<AccountRow | null> {
  const [account] = await db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.userId, userId), isNull(payoutAccounts.replacedAt)));
  return account ?? null;
}

export async function findAccountByProviderId(db: Db, providerId: string): Promise<AccountRow | null> {
  const [account] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.providerId, providerId));
  return account ?? null;
}

/**
 * Current accounts that can't receive payouts yet and haven't been checked for a day, longest wait first. Disconnected
 * accounts can't come back, so they are skipped.
 */
export async function findAccountsToCheck(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ provider_id: string }>(sql`
    select provider_id from payout_accounts
    where replaced_at is null and state not in ('ready', 'disconnected') and provider_id is not null
      and coalesce(checked_at, created_at) < app_now() - interval '1 day'
    order by checked_at nulls first limit ${limit}`);
  return rows.map(({ provider_id }) => provider_id);
}

type Person = Pick<AccountRow, "userId" | "email" | "firstName" | "lastName">;

export async function insertAccount(db: Db, person: Person): Promise<AccountRow> {
  const [account] = await db
    .insert(payoutAccounts)
    .values({ ...person, id: newId() })
    .returning();
  if (!account) throw new Error("The database kept no payout account");
  return account;
}

/** False when a concurrent attempt was first. */
export async function setProviderId(db: Db, id: string, providerId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(payoutAccounts)
    .set({ providerId })
    .where(and(eq(payoutAccounts.id, id), isNull(payoutAccounts.providerId)));
  return rowCount === 1;
}

/** The next attempt uses a new idempotency key. */
export async function giveUpAttempt(db: Db, { id, attempt }: AccountRow): Promise<void> {
  await db
    .update(payoutAccounts)
    .set({ attempt: attempt + 1 })
    .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.attempt, attempt)));
}

export async function replaceAccount(db: Db, id: string): Promise<void> {
  await db.update(payoutAccounts).set({ replacedAt: sql`app_now()` }).where(eq(payoutAccounts.id, id));
}

/** Null when another provider response was saved since `before` was read. */
export async function updateAccountStatus(
  db: Db,
  before: Pick<AccountRow, "id" | "version">,
  status: AccountStatus,
): Promise<AccountRow | null> {
  const [after] = await db
    .update(payoutAccounts)
    .set({ ...status, version: before.version + 1, checkedAt: sql`app_now()` })
    .where(and(eq(payoutAccounts.id, before.id), eq(payoutAccounts.version, before.version)))
    .returning();
  return after ?? null;
}

export const getPayoutAccount = (db: Db, viewer: Viewer): Promise<AccountRow | null> => findAccount(db, viewer.id);
