import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import type { User } from "../users.repository.ts";
import { users } from "../users.table.ts";
import type { Standing } from "./account.policy.ts";

/** Null when the account is not any more as it was when the change was decided: somebody else acted first. */
export async function updateStanding(db: Db, before: User, changes: Partial<Standing>): Promise<User | null> {
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

/** Those who can act as such, kept so until the transaction ends. In order, so that no two wait for each other. */
export async function lockAdministrators(db: Db): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id)
    .for("no key update");
}

/** Those who are told when the product needs a person. */
export async function findAdministrators(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.suspendedAt)))
    .orderBy(users.id);
}
