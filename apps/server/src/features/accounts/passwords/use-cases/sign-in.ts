import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { startSession, type Visit } from "../../sessions/start-session.ts";
import { findUserByEmail, lockUser, type User } from "../../users.repository.ts";
import { assertMaySignIn } from "../assert-may-sign-in.ts";
import { countPasswordAttempt } from "../password-attempts.ts";
import { isPasswordOf } from "../passwords.ts";

type Input = { email: string; password: string };

/** Says the same, after the same work, whether the address is unknown or the password wrong. */
export async function signIn(
  db: Db,
  { email, password }: Input,
  visit: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string }> {
  await countPasswordAttempt(db, email);
  const owner = await findUserByEmail(db, email);
  const isRight = await isPasswordOf(owner?.passwordHash, password);
  if (!owner || !isRight) throw new AppError("wrong_credentials");

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    // A password that was changed while we compared must not open one more session.
    if (user?.passwordHash !== owner.passwordHash) throw new AppError("wrong_credentials");
    assertMaySignIn(user, password.length, visit.isDemo);
    return startSession(tx, user.id, visit);
  });
}
