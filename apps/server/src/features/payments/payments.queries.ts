import { and, asc, desc, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { namedSelect } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { chargebacks } from "../../schema/payment-provider.ts";
import { paymentOperations, payments } from "../../schema/payments.ts";

export type Payment = typeof payments.$inferSelect;

const selectPayment = (db: Db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder("id")));
const paymentById = namedSelect("payment_by_id", selectPayment);
const paymentForUpdate = namedSelect("payment_for_update", (db) => selectPayment(db).for("no key update"));

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [row] = await paymentById(db, { id });
  return row ?? null;
}

export async function lockPayment(db: Db, id: string): Promise<Payment | null> {
  const [row] = await paymentForUpdate(db, { id });
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

/** A subselect for use in other statements. Null until the payment is opened at the provider. */
export const providerIdOf = (paymentId: string | null): SQL<string | null> =>
  sql`(select ${payments.providerPaymentId} from ${payments} where ${payments.id} = ${paymentId})`;

/** False when the payment already has a provider id. */
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

const operationById = namedSelect("payment_operation_by_id", (db) =>
  db
    .select()
    .from(paymentOperations)
    .where(eq(paymentOperations.id, sql.placeholder("id"))),
);

export async function findOperation(db: Db, id: string): Promise<Operation | null> {
  const [row] = await operationById(db, { id });
  return row ?? null;
}

const pendingOperations = namedSelect("pending_payment_operations", (db) =>
  db
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.paymentId, sql.placeholder("paymentId")), eq(paymentOperations.status, "pending"))),
);

export const findPendingOperations = (db: Db, paymentId: string): Promise<Operation[]> =>
  pendingOperations(db, { paymentId });

/** The open operation, finished or not. */
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

/** Call before the provider request: from now on the operation may have happened. */
export async function recordAttempt(db: Db, id: string): Promise<void> {
  await db
    .update(paymentOperations)
    .set({ firstTriedAt: sql`coalesce(${paymentOperations.firstTriedAt}, app_now())` })
    .where(eq(paymentOperations.id, id));
}

/** Only after a lookup has shown that the operation didn't happen. */
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

/** No effect on an operation that already ended. */
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

export async function ensureChargeback(db: Db, chargeback: typeof chargebacks.$inferInsert): Promise<Ensured> {
  const { providerDisputeId } = chargebacks;
  const [inserted] = await db
    .insert(chargebacks)
    .values(chargeback)
    .onConflictDoNothing({ target: providerDisputeId })
    .returning();
  if (inserted) return { row: inserted, isNew: true };
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

/** Also null for other users' payments, so nobody learns they exist. */
export async function findOwnPayment(db: Db, personId: string, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  return payment?.payerId === personId ? payment : null;
}

type PageQuery = { cursor?: string | undefined; limit: number };

/** Newest first. */
export async function listOwnPayments(
  db: Db,
  personId: string,
  { cursor, limit }: PageQuery,
): Promise<PageOf<Payment>> {
  const rows = await selectPaymentsOf(db, personId, { after: cursorAfter(cursor), limit: limit + 1 });
  return pageOf(rows, limit);
}
