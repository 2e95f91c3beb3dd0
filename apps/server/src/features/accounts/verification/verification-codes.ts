import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { nextCodeAt } from "./code-pace.ts";
import {
  countTries,
  expirePendingCodes,
  insertCode,
  MOST_TRIES,
  markCodesFailed,
  markCodesVerified,
  type StoredCode,
  selectRecentCodes,
  type VerificationType,
} from "./verification-codes.repository.ts";

type Request = { userId: string; type: VerificationType; target: string };
type Guess = { type: VerificationType; field: string; code: string };

export type IssuedCode = { code: string; expiresAt: Date; resendAt: Date };

const SECOND = 1_000;
const TWO_MINUTES = 120 * SECOND;
const POSSIBLE_CODES = 1_000_000;

/** Six digits are tried out in no time: only the secret makes what is stored worth nothing. */
const digestOf = (secret: string, id: string, code: string): Buffer =>
  createHmac("sha256", secret).update(`verification-code:${id}:${code}`).digest();

/**
 * Makes a code for the caller to send, in the transaction that holds the lock on the user's row: of two requests at
 * once, the second sees the first one's code and is told to wait. The code before it counts no more.
 */
export async function issueCode(tx: Db, secret: string, { userId, type, target }: Request): Promise<IssuedCode> {
  const recent = await selectRecentCodes(tx, userId, [type]);
  const sentAt = recent.map(({ createdAt }) => createdAt);
  const wait = (nextCodeAt(sentAt)?.getTime() ?? 0) - (recent[0]?.now.getTime() ?? 0);
  if (wait > 0) {
    const message =
      wait > TWO_MINUTES ? "No more codes today, please try again later" : "Please wait a minute for another code";
    throw new AppError("too_many_requests", message, { retryAfterSeconds: Math.ceil(wait / SECOND) });
  }
  await expirePendingCodes(tx, userId, [type]);
  const id = newId();
  const code = String(randomInt(POSSIBLE_CODES)).padStart(6, "0");
  const codeHash = digestOf(secret, id, code).toString("base64url");
  const { createdAt, expiresAt } = await insertCode(tx, { id, userId, type, target, codeHash });
  return { code, expiresAt, resendAt: nextCodeAt([createdAt, ...sentAt]) ?? createdAt };
}

/**
 * Answers the codes that were guessed right, all of them. A try is counted before a code is looked at and stays
 * counted: never call this in a transaction that its refusal would roll back.
 */
export async function tryCodes<const Guesses extends readonly Guess[]>(
  db: Db,
  secret: string,
  userId: string,
  guesses: Guesses,
): Promise<{ [Index in keyof Guesses]: StoredCode }> {
  const tried = await countTries(
    db,
    userId,
    guesses.map(({ type }) => type),
  );
  const answers = guesses.map((guess) => {
    const stored = tried.find(({ type }) => type === guess.type);
    if (!stored) throw new AppError("code_expired");
    return { guess, stored, isRight: isCodeOf(secret, stored, guess.code) };
  });
  const wrong = answers.filter(({ isRight }) => !isRight);
  if (wrong.length === 0) return answers.map(({ stored }) => stored) as { [Index in keyof Guesses]: StoredCode };

  const usedUp = tried.filter(({ attempts }) => attempts >= MOST_TRIES);
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
  const left = MOST_TRIES - attempts;
  if (left <= 0) return "This code is not right. No tries are left, please ask for a new one";
  return `This code is not right. ${left === 1 ? "1 try is" : `${left} tries are`} left`;
}

/** Uses codes that were guessed right. Of several at once, one succeeds. */
export async function consumeCodes(tx: Db, codes: readonly StoredCode[]): Promise<void> {
  const used = await markCodesVerified(
    tx,
    codes.map(({ id }) => id),
  );
  if (used < codes.length) throw new AppError("code_expired");
}
