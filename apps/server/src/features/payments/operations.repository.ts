import { and, desc, eq, max, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { paymentOperations } from "./payment-operations.table.ts";

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
export async function noteTry(db: Db, id: string): Promise<void> {
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
