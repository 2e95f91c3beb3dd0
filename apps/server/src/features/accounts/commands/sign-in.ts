import { DAY, SECOND } from "@nexby/domain/kernel/duration";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { assertPlainName } from "../../../platform/no-contacts.ts";
import { mailboxOf, throttle } from "../../../platform/throttle.ts";
import type { User } from "../../../schema/accounts.ts";
import { getActiveTerms } from "../../content/public.ts";
import { notify } from "../../notifications/public.ts";
import { findUserByEmail, insertUser, lockUser } from "../accounts.queries.ts";
import {
  assertGoodNewPassword,
  assertMaySignIn,
  countPasswordAttempt,
  forgetPasswordAttempt,
  hashPassword,
  isPasswordOf,
} from "../passwords.ts";
import { startSession, type Visit } from "../sessions.ts";

type SignInInput = { email: string; password: string };

/** Responds the same, after the same work, to an unknown address and a wrong password. */
export async function signIn(
  db: Db,
  { email, password }: SignInInput,
  visit: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string }> {
  await countPasswordAttempt(db, email);
  const owner = await findUserByEmail(db, email);
  const isCorrect = await isPasswordOf(owner?.passwordHash, password);
  if (!owner || !isCorrect) throw new AppError("wrong_credentials");

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    // The password may have changed while we checked the old one.
    if (user?.passwordHash !== owner.passwordHash) throw new AppError("wrong_credentials");
    assertMaySignIn(user, password.length, visit.isDemo);
    await forgetPasswordAttempt(tx, email);
    return startSession(tx, user.id, visit);
  });
}

type SignUpInput = { firstName: string; lastName: string; email: string; password: string };

/** New accounts per mailbox, which has any number of addresses. */
const SIGN_UPS = { times: 5, seconds: DAY / SECOND };

/** Creates an account, pending approval, and signs in. Never touches an existing account. */
export async function signUp(
  db: Db,
  input: SignUpInput,
  visit: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string }> {
  const { firstName, lastName, email, password } = input;
  assertPlainName({ firstName, lastName });
  assertGoodNewPassword(password, { email, isAdmin: false }, visit.isDemo);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const { version: termsVersion } = await getActiveTerms(tx);
    const terms = { termsVersion, termsAcceptedAt: await readClock(tx) };
    const user = await insertUser(tx, { id: newId(), firstName, lastName, email, passwordHash, ...terms });
    if (!user) throw new AppError("email_taken");
    const verdict = await throttle(tx, ["sign-up", mailboxOf(email)], SIGN_UPS);
    if (!verdict.allowed) throw new AppError("too_many_requests", undefined, verdict);
    await notify(tx, user.id, { kind: "welcome", data: {} });
    return startSession(tx, user.id, visit);
  });
}
