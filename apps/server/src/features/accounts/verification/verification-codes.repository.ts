import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { userVerifications, type VERIFICATION_TYPES } from "./user-verifications.table.ts";

export type VerificationType = (typeof VERIFICATION_TYPES)[number];
export type StoredCode = typeof userVerifications.$inferSelect;
type NewCode = Pick<StoredCode, "id" | "userId" | "type" | "target" | "codeHash">;

export const MOST_TRIES = 5;

const ofUser = (userId: string, types: readonly VerificationType[]) =>
  and(eq(userVerifications.userId, userId), inArray(userVerifications.type, [...types]));
const isPending = eq(userVerifications.status, "pending");
const stillCounts = and(
  isPending,
  lt(userVerifications.attempts, MOST_TRIES),
  gt(userVerifications.expiresAt, sql`now()`),
);

/** What was sent within a day, newest first, and what time it is: the database's clock decides for all processes. */
export async function selectRecentCodes(db: Db, userId: string, types: readonly VerificationType[]) {
  return db
    .select({
      type: userVerifications.type,
      target: userVerifications.target,
      createdAt: userVerifications.createdAt,
      expiresAt: userVerifications.expiresAt,
      stillCounts: sql<boolean>`${stillCounts}`,
      now: sql`now()`.mapWith(userVerifications.createdAt),
    })
    .from(userVerifications)
    .where(and(ofUser(userId, types), gt(userVerifications.createdAt, sql`now() - interval '1 day'`)))
    .orderBy(sql`${userVerifications.createdAt} desc`);
}

export async function insertCode(db: Db, code: NewCode): Promise<StoredCode> {
  const [stored] = await db
    .insert(userVerifications)
    .values({ ...code, expiresAt: sql`now() + interval '10 minutes'` })
    .returning();
  if (!stored) throw new Error("A row that was inserted is returned");
  return stored;
}

/** Ends codes that were not used. */
export async function expirePendingCodes(db: Db, userId: string, types: readonly VerificationType[]): Promise<void> {
  await db
    .update(userVerifications)
    .set({ status: "expired" })
    .where(and(ofUser(userId, types), isPending));
}

/** One try less for each code that still counts, whatever the guess is; in one statement, so that many at once share five. */
export async function countTries(db: Db, userId: string, types: readonly VerificationType[]): Promise<StoredCode[]> {
  // Locked in order: two that try the same two codes must not wait for each other.
  const locked = db
    .select({ id: userVerifications.id })
    .from(userVerifications)
    .where(and(ofUser(userId, types), stillCounts))
    .orderBy(userVerifications.id)
    .for("update");
  return db
    .update(userVerifications)
    .set({ attempts: sql`${userVerifications.attempts} + 1` })
    .where(inArray(userVerifications.id, locked))
    .returning();
}

export async function markCodesFailed(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(userVerifications)
    .set({ status: "failed" })
    .where(and(inArray(userVerifications.id, [...ids]), isPending));
}

/** How many of them were still waiting to be used. */
export async function markCodesVerified(db: Db, ids: readonly string[]): Promise<number> {
  const { rowCount } = await db
    .update(userVerifications)
    .set({ status: "verified", verifiedAt: sql`now()` })
    .where(and(inArray(userVerifications.id, [...ids]), isPending));
  return rowCount ?? 0;
}

export async function markLapsedCodesExpired(db: Db): Promise<void> {
  await db
    .update(userVerifications)
    .set({ status: "expired" })
    .where(and(isPending, lte(userVerifications.expiresAt, sql`now()`)));
}

/** What is older tells nobody anything any more. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await db.delete(userVerifications).where(lt(userVerifications.createdAt, sql`now() - interval '90 days'`));
}
