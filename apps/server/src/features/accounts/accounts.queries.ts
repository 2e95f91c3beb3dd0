import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { type User, users } from "../../schema/accounts.ts";
import type { Standing } from "./accounts.policy.ts";

type NewUser = PgInsertValue<typeof users>;

const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("user_by_id"),
);

export async function findUser(db: Db, id: string): Promise<User | null> {
  const [user] = await userById(db).execute({ id });
  return user ?? null;
}

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user ?? null;
}

/** Locks the user's row until the transaction ends. Taken before all other locks, to avoid deadlocks. */
export async function lockUser(db: Db, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for("no key update");
  return user ?? null;
}

/** Returns null if the email is taken; the database lets only one of several concurrent inserts through. */
export async function insertUser(db: Db, user: NewUser): Promise<User | null> {
  const [created] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return created ?? null;
}

/** Returns null if the user does not exist. */
export async function updateUser(db: Db, id: string, changes: PgUpdateSetSource<typeof users>): Promise<User | null> {
  const [user] = await db.update(users).set(changes).where(eq(users.id, id)).returning();
  return user ?? null;
}

type ProviderReferences = Partial<
  Pick<User, "connectAccountId" | "connectOnboarded" | "paymentCustomerId" | "payoutRemindedAt">
>;

/** Data that payments keeps with the user: copies of the payout account and payment customer, and the last reminder. */
export async function setProviderReferences(db: Db, id: string, references: ProviderReferences): Promise<void> {
  await db.update(users).set(references).where(eq(users.id, id));
}

/** Compare-and-swap: returns null if the account has changed since `before` was read. */
export async function updateAccountStatus(db: Db, before: User, changes: Partial<Standing>): Promise<User | null> {
  const [after] = await db
    .update(users)
    .set(changes)
    .where(
      and(
        eq(users.id, before.id),
        eq(users.isAdmin, before.isAdmin),
        eq(users.isApproved, before.isApproved),
        sql`${users.suspendedAt} is not distinct from ${before.suspendedAt}`,
      ),
    )
    .returning();
  return after ?? null;
}

/** Locks all active admins until the transaction ends, in id order to avoid deadlocks. */
export async function lockAdmins(db: Db): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id)
    .for("no key update");
}

/** The active admins, who are notified when something needs a person. */
export async function findAdmins(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id);
}

/** Returns which of these URLs are in use as a profile picture. */
export async function photosOfProfiles(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .select({ address: users.profileImageUrl })
    .from(users)
    .where(inArray(users.profileImageUrl, [...addresses]));
  return new Set(rows.flatMap(({ address }) => address ?? []));
}
