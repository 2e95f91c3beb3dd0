import { and, asc, desc, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { chargebacks } from "../../schema/payment-provider.ts";
import { paymentOperations, payments } from "../../schema/payments.ts";

export type Payment = typeof payments.$inferSelect;

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** As it is now and stays until the transaction ends. */
export async function lockPayment(db: Db, id: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for("no key update");
  return row ?? null;
}

export async function findPaymentByProviderId(db: Db, providerPaymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  return row ?? null;
}

export async function findPaymentByCharge(db: Db, providerChargeId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.providerChargeId, providerChargeId));
  return row ?? null;
}

/** The provider's own id of a payment, within another statement; null until it was asked for it. */
export const providerIdOf = (paymentId: string | null): SQL<string | null> =>
  sql`(select ${payments.providerPaymentId} from ${payments} where ${payments.id} = ${paymentId})`;

/** False when it has one already. */
export async function setProviderPayment(db: Db, id: string, providerPaymentId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(payments)
    .set({ providerPaymentId })
    .where(and(eq(payments.id, id), isNull(payments.providerPaymentId)));
  return rowCount === 1;
}

export async function updatePayment(db: Db, id: string, changes: PgUpdateSetSource<typeof payments>): Promise<void> {
  await db.update(payments).set(changes).where(eq(payments.id, id));
}

export async function countAttempt(db: Db, id: string, cardId: string): Promise<void> {
  await updatePayment(db, id, { attempts: sql`${payments.attempts} + 1`, cardId });
}

async function selectPaymentsOf(
  db: Db,
  payerId: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.payerId, payerId), isAfter(after, payments, "newest")))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

/** Oldest first. */
export const findPaymentsOfBooking = (db: Db, bookingId: string): Promise<Payment[]> =>
  db
    .select()
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
    .orderBy(asc(payments.createdAt), asc(payments.id));

export type Operation = typeof paymentOperations.$inferSelect;
export type OperationName = Operation["operation"];

export async function findOperation(db: Db, id: string): Promise<Operation | null> {
  const [row] = await db.select().from(paymentOperations).where(eq(paymentOperations.id, id));
  return row ?? null;
}

export async function findPendingOperations(db: Db, paymentId: string): Promise<Operation[]> {
  return db
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.paymentId, paymentId), eq(paymentOperations.status, "pending")));
}

/** The one that opens the payment at the provider, done or not. */
export async function findOpening(db: Db, paymentId: string): Promise<Operation> {
  const [row] = await db
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.paymentId, paymentId), eq(paymentOperations.operation, "open")))
    .orderBy(desc(paymentOperations.attempt))
    .limit(1);
  if (!row) throw new Error(`Payment ${paymentId} was never to be opened`);
  return row;
}

export async function nextAttempt(db: Db, paymentId: string, operation: OperationName): Promise<number> {
  const [row] = await db
    .select({ last: max(paymentOperations.attempt) })
    .from(paymentOperations)
    .where(and(eq(paymentOperations.paymentId, paymentId), eq(paymentOperations.operation, operation)));
  return (row?.last ?? 0) + 1;
}

type NewOperation = Pick<Operation, "paymentId" | "operation" | "attempt" | "idempotencyKey"> & {
  amountCents?: number;
  cardId?: string;
};

export async function insertOperation(db: Db, operation: NewOperation): Promise<Operation> {
  const [row] = await db
    .insert(paymentOperations)
    .values({ ...operation, id: newId() })
    .returning();
  if (!row) throw new Error("The database kept no operation");
  return row;
}

/** Before the provider is asked: from now on it may have happened. */
export async function recordAttempt(db: Db, id: string): Promise<void> {
  await db
    .update(paymentOperations)
    .set({ firstTriedAt: sql`coalesce(${paymentOperations.firstTriedAt}, app_now())` })
    .where(eq(paymentOperations.id, id));
}

/** Another key for the same act, after it was made sure that it has not happened. */
export async function renewKey(
  db: Db,
  { id, attempt: old }: Operation,
  { attempt, idempotencyKey }: Pick<Operation, "attempt" | "idempotencyKey">,
): Promise<void> {
  await db
    .update(paymentOperations)
    .set({ attempt, idempotencyKey, firstTriedAt: sql`app_now()` })
    .where(and(eq(paymentOperations.id, id), eq(paymentOperations.attempt, old)));
}

/** Nothing happens when it has ended already. */
export async function endOperation(
  db: Db,
  id: string,
  end: { status: "done" } | { status: "refused"; reason: string },
): Promise<void> {
  await db
    .update(paymentOperations)
    .set({ ...end, finishedAt: sql`app_now()` })
    .where(and(eq(paymentOperations.id, id), eq(paymentOperations.status, "pending")));
}

export type Chargeback = typeof chargebacks.$inferSelect;

type Ensured = { row: Chargeback; isNew: boolean };

/** The row of a dispute, made if there is none. */
export async function ensureChargeback(db: Db, chargeback: typeof chargebacks.$inferInsert): Promise<Ensured> {
  const { providerDisputeId } = chargebacks;
  const [made] = await db
    .insert(chargebacks)
    .values(chargeback)
    .onConflictDoNothing({ target: providerDisputeId })
    .returning();
  if (made) return { row: made, isNew: true };
  const [row] = await db.select().from(chargebacks).where(eq(providerDisputeId, chargeback.providerDisputeId));
  if (!row) throw new Error("The database kept no chargeback");
  return { row, isNew: false };
}

export async function findChargebacksOf(db: Db, paymentId: string): Promise<Chargeback[]> {
  return db.select().from(chargebacks).where(eq(chargebacks.paymentId, paymentId));
}

export async function updateChargeback(
  db: Db,
  id: string,
  changes: PgUpdateSetSource<typeof chargebacks>,
): Promise<void> {
  await db.update(chargebacks).set(changes).where(eq(chargebacks.id, id));
}

/** Null also for what somebody else has paid: nobody learns that it exists. */
export async function findOwnPayment(db: Db, personId: string, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  return payment?.payerId === personId ? payment : null;
}

type Asked = { cursor?: string | undefined; limit: number };

/** What a person has paid, the newest first. */
export async function listOwnPayments(db: Db, personId: string, { cursor, limit }: Asked): Promise<PageOf<Payment>> {
  const rows = await selectPaymentsOf(db, personId, { after: cursorAfter(cursor), limit: limit + 1 });
  return pageOf(rows, limit);
}
