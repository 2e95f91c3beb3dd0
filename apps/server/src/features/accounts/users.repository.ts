import { eq, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { users } from "./users.table.ts";

export type User = typeof users.$inferSelect;
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

/** The person as they are now and stay until the transaction ends. First of all locks, so that no two wait for each other. */
export async function lockUser(db: Db, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for("no key update");
  return user ?? null;
}

/** Null when somebody has this address already: of several at once, the database lets one through. */
export async function insertUser(db: Db, user: NewUser): Promise<User | null> {
  const [created] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return created ?? null;
}

/** Null when there is no such person. */
export async function updateUser(db: Db, id: string, changes: PgUpdateSetSource<typeof users>): Promise<User | null> {
  const [user] = await db.update(users).set(changes).where(eq(users.id, id)).returning();
  return user ?? null;
}
