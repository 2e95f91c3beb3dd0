import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { DAY, SECOND } from "@nexby/domain/kernel/duration";
import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { mailboxOf, throttle } from "../../platform/throttle.ts";
import { type User, userVerifications, type VERIFICATION_TYPES } from "../../schema/accounts.ts";
import { findUser } from "./accounts.queries.ts";

type ContactCodeType = (typeof VERIFICATION_TYPES)[number];
type StoredCode = typeof userVerifications.$inferSelect;
type NewCode = Pick<StoredCode, "id" | "userId" | "type" | "target" | "codeHash">;

const MAX_ATTEMPTS = 5;

const ofUser = (userId: string, types: readonly ContactCodeType[]) =>
  and(eq(userVerifications.userId, userId), inArray(userVerifications.type, [...types]));
const isPending = eq(userVerifications.status, "pending");
const isValid = and(
  isPending,
  lt(userVerifications.attempts, MAX_ATTEMPTS),
  gt(userVerifications.expiresAt, sql`now()`),
);

/** Codes sent within a day, newest first, with the database time, which decides for all processes. */
async function selectRecentCodes(db: Db, userId: string, types: readonly ContactCodeType[]) {
  return db
    .select({
      type: userVerifications.type,
      target: userVerifications.target,
      createdAt: userVerifications.createdAt,
      expiresAt: userVerifications.expiresAt,
      isValid: sql<boolean>`${isValid}`,
      now: sql`now()`.mapWith(userVerifications.createdAt),
    })
    .from(userVerifications)
    .where(and(ofUser(userId, types), gt(userVerifications.createdAt, sql`now() - interval '1 day'`)))
    .orderBy(sql`${userVerifications.createdAt} desc`);
}

async function insertCode(db: Db, code: NewCode): Promise<StoredCode> {
  const [stored] = await db
    .insert(userVerifications)
    .values({ ...code, expiresAt: sql`now() + interval '10 minutes'` })
    .returning();
  if (!stored) throw new Error("The insert returned no row");
  return stored;
}

export async function expirePendingCodes(db: Db, userId: string, types: readonly ContactCodeType[]): Promise<void> {
  await db
    .update(userVerifications)
    .set({ status: "expired" })
    .where(and(ofUser(userId, types), isPending));
}

/** Counts an attempt on every valid code, whatever the guess. One statement, so that concurrent guesses share five. */
async function countAttempts(db: Db, userId: string, types: readonly ContactCodeType[]): Promise<StoredCode[]> {
  // Locked in id order, to avoid deadlocks between two requests for the same two codes.
  const locked = db
    .select({ id: userVerifications.id })
    .from(userVerifications)
    .where(and(ofUser(userId, types), isValid))
    .orderBy(userVerifications.id)
    .for("update");
  return db
    .update(userVerifications)
    .set({ attempts: sql`${userVerifications.attempts} + 1` })
    .where(inArray(userVerifications.id, locked))
    .returning();
}

async function markCodesFailed(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(userVerifications)
    .set({ status: "failed" })
    .where(and(inArray(userVerifications.id, [...ids]), isPending));
}

/** Returns how many were still pending. */
async function markCodesVerified(db: Db, ids: readonly string[]): Promise<number> {
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

export async function deleteOldCodes(db: Db): Promise<void> {
  await db.delete(userVerifications).where(lt(userVerifications.createdAt, sql`now() - interval '90 days'`));
}

type Request = { userId: string; type: ContactCodeType; target: string };
type Guess = { type: ContactCodeType; field: string; code: string };

export type IssuedCode = { code: string; expiresAt: Date; resendAt: Date };

const TOO_MANY_TODAY = "You've requested too many codes today. Try again tomorrow.";
/** More than one account may request for its own address. */
const MAILBOX_CODES = { times: 12, seconds: DAY / SECOND };
const TWO_MINUTES = 120 * SECOND;
const POSSIBLE_CODES = 1_000_000;

/** Six digits are quickly brute-forced, so the stored hash is keyed with a secret. */
const digestOf = (secret: string, id: string, code: string): Buffer =>
  createHmac("sha256", secret).update(`verification-code:${id}:${code}`).digest();

/**
 * Creates a code for the caller to send, in the transaction that locks the user's row: of two concurrent requests, the
 * second sees the first one's code and has to wait. The previous code becomes invalid.
 */
export async function issueCode(tx: Db, secret: string, { userId, type, target }: Request): Promise<IssuedCode> {
  const recent = await selectRecentCodes(tx, userId, [type]);
  const sentAt = recent.map(({ createdAt }) => createdAt);
  const wait = (nextCodeAt(sentAt)?.getTime() ?? 0) - (recent[0]?.now.getTime() ?? 0);
  if (wait > 0) {
    const message = wait > TWO_MINUTES ? TOO_MANY_TODAY : "Please wait a minute before requesting another code";
    throw new AppError("too_many_requests", message, { retryAfterSeconds: Math.ceil(wait / SECOND) });
  }
  if (type !== "phone") await limitMailbox(tx, target);
  await expirePendingCodes(tx, userId, [type]);
  const id = newId();
  const code = String(randomInt(POSSIBLE_CODES)).padStart(6, "0");
  const codeHash = digestOf(secret, id, code).toString("base64url");
  const { createdAt, expiresAt } = await insertCode(tx, { id, userId, type, target, codeHash });
  return { code, expiresAt, resendAt: nextCodeAt([createdAt, ...sentAt]) ?? createdAt };
}

/** Several accounts can send codes to one mailbox, as each of its addresses. */
async function limitMailbox(tx: Db, email: string): Promise<void> {
  const verdict = await throttle(tx, ["codes", mailboxOf(email)], MAILBOX_CODES);
  if (!verdict.allowed) throw new AppError("too_many_requests", TOO_MANY_TODAY, verdict);
}

/**
 * Returns the stored codes if all guesses are correct. Attempts are counted before the check and stay counted, so never
 * call this in a transaction that a wrong code would roll back.
 */
export async function tryCodes<const Guesses extends readonly Guess[]>(
  db: Db,
  secret: string,
  userId: string,
  guesses: Guesses,
): Promise<{ [Index in keyof Guesses]: StoredCode }> {
  const tried = await countAttempts(
    db,
    userId,
    guesses.map(({ type }) => type),
  );
  const checks = guesses.map((guess) => {
    const stored = tried.find(({ type }) => type === guess.type);
    if (!stored) throw new AppError("code_expired");
    return { guess, stored, isCorrect: isCodeOf(secret, stored, guess.code) };
  });
  const wrong = checks.filter(({ isCorrect }) => !isCorrect);
  if (wrong.length === 0) return checks.map(({ stored }) => stored) as { [Index in keyof Guesses]: StoredCode };

  const usedUp = tried.filter(({ attempts }) => attempts >= MAX_ATTEMPTS);
  await markCodesFailed(
    db,
    usedUp.map(({ id }) => id),
  );
  const details = wrong.map(({ guess, stored }) => ({ field: guess.field, message: wrongCodeMessage(stored) }));
  throw new AppError("wrong_code", details[0]?.message, { details });
}

function isCodeOf(secret: string, { id, codeHash }: StoredCode, code: string): boolean {
  return timingSafeEqual(digestOf(secret, id, code), Buffer.from(codeHash, "base64url"));
}

function wrongCodeMessage({ attempts }: StoredCode): string {
  const left = MAX_ATTEMPTS - attempts;
  if (left <= 0) return "This code is incorrect. You have no attempts left, so request a new one.";
  return `This code is incorrect. You have ${left === 1 ? "1 attempt" : `${left} attempts`} left.`;
}

/** Marks correct codes as used. Of several concurrent calls, one succeeds. */
export async function consumeCodes(tx: Db, codes: readonly StoredCode[]): Promise<void> {
  const used = await markCodesVerified(
    tx,
    codes.map(({ id }) => id),
  );
  if (used < codes.length) throw new AppError("code_expired");
}

const RESEND_DELAY = 60 * SECOND;
const MAX_PER_DAY = 5;

/** When the next code can be sent, given the previous send times in any order. Null before the first. */
export function nextCodeAt(sentAt: readonly Date[]): Date | null {
  const newestFirst = sentAt.map((date) => date.getTime()).sort((a, b) => b - a);
  const [newest] = newestFirst;
  if (newest === undefined) return null;
  const oldestOfDay = newestFirst[MAX_PER_DAY - 1];
  const afterDelay = newest + RESEND_DELAY;
  return new Date(oldestOfDay === undefined ? afterDelay : Math.max(afterDelay, oldestOfDay + DAY));
}

export type Channel = "email" | "phone";

type Contact = { target: string | null; verifiedAt: Date | null };

/** The user's address or number, and when it was verified. */
export const contactOf = (user: User, channel: Channel): Contact =>
  channel === "email"
    ? { target: user.email, verifiedAt: user.emailVerifiedAt }
    : { target: user.phoneNumber, verifiedAt: user.phoneVerifiedAt };

export type ContactState = ReturnType<typeof contactOf> & { pending: { expiresAt: Date; resendAt: Date } | null };

/** The verification state of both contacts, and the pending codes for their current values. */
export async function listVerifications(db: Db, viewer: Viewer): Promise<Record<Channel, ContactState>> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  const codes = await selectRecentCodes(db, user.id, ["email", "phone"]);
  const contactStateOf = (channel: Channel): ContactState => {
    const contact = contactOf(user, channel);
    const sent = codes.filter(({ type }) => type === channel);
    const current = sent.find(({ isValid, target }) => isValid && target === contact.target);
    const resendAt = nextCodeAt(sent.map(({ createdAt }) => createdAt));
    return { ...contact, pending: current && resendAt ? { expiresAt: current.expiresAt, resendAt } : null };
  };
  return { email: contactStateOf("email"), phone: contactStateOf("phone") };
}
