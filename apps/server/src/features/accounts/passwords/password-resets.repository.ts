import { and, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { hashToken, newToken } from "../sessions/session-life.ts";
import type { User } from "../users.repository.ts";
import { users } from "../users.table.ts";
import { passwordResets } from "./password-resets.table.ts";

const earliest = sql`now() - interval '30 minutes'`;
const ofToken = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.createdAt, earliest));

/** A link's token, which only the mailbox gets to know. */
export async function insertPasswordReset(db: Db, userId: string): Promise<string> {
  const token = newToken();
  await db.insert(passwordResets).values({ id: newId(), userId, tokenHash: hashToken(token) });
  return token;
}

export async function findUserByResetToken(db: Db, token: string): Promise<User | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(ofToken(token));
  return user ?? null;
}

/** True for the one who uses the link first, within its time. */
export async function takePasswordReset(db: Db, token: string): Promise<boolean> {
  const { rowCount } = await db.delete(passwordResets).where(ofToken(token));
  return rowCount === 1;
}

export async function deletePasswordResets(db: Db, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

export async function deleteOldPasswordResets(db: Db): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.createdAt, earliest));
}
