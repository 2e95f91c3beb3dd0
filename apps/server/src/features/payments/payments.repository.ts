import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import { payments } from "./payments.table.ts";

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

export async function selectPaymentsOf(
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
