import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import type { User } from "../users.repository.ts";
import { users } from "../users.table.ts";
import { userIdentities } from "./user-identities.table.ts";

export type UserIdentity = typeof userIdentities.$inferSelect;
type Who = { issuer: string; subject: string };
type NewIdentity = Who & { userId: string; email: string };

const MOST_LISTED = 50;

/** Until the transaction ends, nobody else decides what becomes of this identity. */
export async function lockIdentity(tx: Db, { issuer, subject }: Who): Promise<void> {
  const key = JSON.stringify([issuer, subject]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

export async function findUserByIdentity(db: Db, { issuer, subject }: Who): Promise<User | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
  return user ?? null;
}

/** False when the identity belongs to an account already. */
export async function insertIdentity(db: Db, identity: NewIdentity): Promise<boolean> {
  const { rowCount } = await db
    .insert(userIdentities)
    .values({ ...identity, id: newId() })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function selectIdentities(db: Db, userId: string): Promise<UserIdentity[]> {
  return db
    .select()
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId))
    .orderBy(desc(userIdentities.createdAt), desc(userIdentities.id))
    .limit(MOST_LISTED);
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(userIdentities).where(eq(userIdentities.id, id));
}

export async function deleteIdentities(db: Db, userId: string): Promise<void> {
  await db.delete(userIdentities).where(eq(userIdentities.userId, userId));
}
