import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../accounts/public.ts";
import { paymentCustomers } from "./payment-customers.table.ts";

export type CustomerRow = typeof paymentCustomers.$inferSelect;

export async function findCustomer(db: Db, userId: string): Promise<CustomerRow | null> {
  const [customer] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId));
  return customer ?? null;
}

/** Of several at once, one row stays. */
export async function insertCustomer(db: Db, person: Pick<CustomerRow, "userId" | "email" | "name">): Promise<void> {
  await db.insert(paymentCustomers).values(person).onConflictDoNothing();
}

/** Once, here and where the rest of the product looks for it. */
export async function setProviderId(db: Db, userId: string, providerId: string): Promise<void> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId })
    .where(and(eq(paymentCustomers.userId, userId), isNull(paymentCustomers.providerId)));
  if (rowCount === 1) await db.update(users).set({ paymentCustomerId: providerId }).where(eq(users.id, userId));
}

/** The next try goes by a new key. */
export async function giveUpAttempt(db: Db, { userId, attempt }: CustomerRow): Promise<void> {
  await db
    .update(paymentCustomers)
    .set({ attempt: attempt + 1 })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.attempt, attempt)));
}

/** False when somebody else was first. The next one is made by a new key. */
export async function forgetProviderId(db: Db, userId: string, providerId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId: null, attempt: sql`${paymentCustomers.attempt} + 1` })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.providerId, providerId)));
  if (rowCount === 1) await db.update(users).set({ paymentCustomerId: null }).where(eq(users.id, userId));
  return rowCount === 1;
}
