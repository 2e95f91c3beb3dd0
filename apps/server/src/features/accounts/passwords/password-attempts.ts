import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { forgetHits, throttle } from "../../../platform/throttle/throttle.ts";

/** Per account, wherever the attempts come from: ten guesses in a quarter of an hour. */
const ATTEMPTS = { times: 10, seconds: 15 * 60 };

const keyOf = (email: string) => ["sign-in", email.toLowerCase()];

/**
 * Before every check of an account's password, whichever call asks for it: another call gives no further guesses. Never
 * in a transaction that the refusal of a wrong one would roll back.
 */
export async function countPasswordAttempt(db: Db, email: string): Promise<void> {
  const verdict = await throttle(db, keyOf(email), ATTEMPTS);
  if (!verdict.allowed) throw new AppError("too_many_requests", undefined, verdict);
}

/** For an owner who proved it otherwise: somebody else's guesses do not keep them out. */
export const forgetPasswordAttempts = (db: Db, email: string): Promise<void> => forgetHits(db, keyOf(email));
