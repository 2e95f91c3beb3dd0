import { and, count, eq, inArray, lt, min, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { payments, refunds } from "../../schema/payments.ts";

export type Refund = typeof refunds.$inferSelect;

export async function insertRefund(db: Db, refund: typeof refunds.$inferInsert): Promise<Refund> {
  const [row] = await db.insert(refunds).values(refund).returning();
  if (!row) throw new Error("The database kept no refund");
  return row;
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function findRefundsOf(db: Db, paymentId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
}

/** Includes refunds that a bank sent back, because they are still owed. */
export async function findOwedRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, "refused")));
}

export async function countRefusedRefunds(db: Db, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ refused: count() })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, "refused")));
  return row?.refused ?? 0;
}

/**
 * A refund is given up after this many rejections or returns by a bank: a disputed charge may never become refundable,
 * and the card may be closed.
 */
export const MAX_REFUND_ATTEMPTS = 3;

/** The failure reason of a given-up refund once an admin has paid it. */
export const PAID_BY_ADMIN = "paid_by_admin";

/** Sent back or refused for good: still owed, and no longer retried. */
export const isGivenUp = ({ status, timesSentBack }: Pick<Refund, "status" | "timesSentBack">): boolean =>
  status === "failed" && timesSentBack >= MAX_REFUND_ATTEMPTS;

/** Refunds an admin has to pay another way or to add money for. The conditions are those of the indexes. */
export const NEEDS_ADMIN = sql`(${refunds.status} = 'failed' and ${refunds.timesSentBack} >= ${MAX_REFUND_ATTEMPTS}
  or ${refunds.status} = 'pending' and ${refunds.waitsForBalance})`;

export const findRefundsWithPayers = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      providerRefundId: refunds.providerRefundId,
      waitsForBalance: refunds.waitsForBalance,
      payment: payments,
      payer: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(users, eq(users.id, payments.payerId))
    .where(inArray(refunds.id, [...ids]));

/** Locked until the end of the transaction, so that of several refunds that start to wait at once exactly one is first. */
export async function isAnotherRefundWaiting(db: Db, id: string): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('refunds that wait for our balance'))`);
  const [other] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), refunds.waitsForBalance, ne(refunds.id, id)))
    .limit(1);
  return other !== undefined;
}

/** Payments with a refund that the provider hasn't sent yet, longest wait first. */
export async function findPaymentsWithPendingRefunds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(eq(refunds.status, "pending"))
    .groupBy(refunds.paymentId)
    .orderBy(min(refunds.createdAt))
    .limit(limit);
  return rows.map(({ paymentId }) => paymentId);
}

/** Refunds sent back by a bank, below the limit and last tried more than a day ago. Oldest first. */
export async function findRefundsToRetry(db: Db, limit: number): Promise<Pick<Refund, "id">[]> {
  const lastTriedAt = sql`coalesce(${refunds.firstTriedAt}, ${refunds.createdAt})`;
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "failed"),
        lt(refunds.timesSentBack, MAX_REFUND_ATTEMPTS),
        lt(lastTriedAt, sql`app_now() - interval '1 day'`),
      ),
    )
    .orderBy(refunds.createdAt)
    .limit(limit);
}

export async function updateRefund(db: Db, id: string, changes: PgUpdateSetSource<typeof refunds>): Promise<void> {
  await db.update(refunds).set(changes).where(eq(refunds.id, id));
}

export async function recordRefundAttempt(db: Db, id: string): Promise<void> {
  await updateRefund(db, id, { firstTriedAt: sql`coalesce(${refunds.firstTriedAt}, app_now())` });
}

const takenBy = (providerDisputeId: string) => `taken_by_bank ${providerDisputeId}`;

/**
 * A chargeback returned the money instead of us. The attempt is increased so that updates about earlier attempts are
 * ignored.
 */
export async function leaveRefundToChargeback(db: Db, refund: Refund, providerDisputeId: string): Promise<void> {
  await updateRefund(db, refund.id, {
    status: "settled",
    waitsForBalance: false,
    attempt: refund.attempt + 1,
    providerRefundId: null,
    failureReason: takenBy(providerDisputeId),
    settledAt: sql`app_now()`,
  });
}

type RefundsOfDispute = { paymentId: string; providerDisputeId: string };

export async function findRefundsTakenBy(
  db: Db,
  { paymentId, providerDisputeId }: RefundsOfDispute,
): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.failureReason, takenBy(providerDisputeId))));
}

/** The next attempt uses a new idempotency key. */
export async function renewRefundKey(
  db: Db,
  { id, attempt: old }: Refund,
  idempotencyKey: string,
  status: Refund["status"] = "decided",
): Promise<void> {
  await db
    .update(refunds)
    .set({
      attempt: old + 1,
      idempotencyKey,
      firstTriedAt: sql`app_now()`,
      status: "decided",
      providerRefundId: null,
      settledAt: null,
    })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, old), eq(refunds.status, status)));
}
