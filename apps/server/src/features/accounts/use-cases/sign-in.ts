import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { throttle } from "../../../platform/throttle/throttle.ts";
import { deviceName } from "../device-name.ts";
import { isPasswordOf } from "../passwords.ts";
import { deleteSession, insertSession } from "../sessions.repository.ts";
import { findUserByEmail, type User } from "../users.repository.ts";

type Input = { email: string; password: string };

/** Per account, wherever the attempts come from: ten guesses in a quarter of an hour. */
const ATTEMPTS = { times: 10, seconds: 15 * 60 };

/** Says the same, after the same work, whether the address is unknown or the password wrong. */
export async function signIn(
  db: Db,
  { email, password }: Input,
  { userAgent, before }: { userAgent: string; before: Viewer | null },
): Promise<{ user: User; token: string }> {
  const verdict = await throttle(db, ["sign-in", email], ATTEMPTS);
  if (!verdict.allowed) throw new AppError("too_many_requests", undefined, verdict);

  const user = await findUserByEmail(db, email);
  const isRight = await isPasswordOf(user?.passwordHash, password);
  if (!user || !isRight) throw new AppError("wrong_credentials");
  if (user.suspendedAt) throw new AppError("account_suspended");

  return db.transaction(async (tx) => {
    if (before) await deleteSession(tx, before.id, before.sessionId);
    return { user, token: await insertSession(tx, user.id, deviceName(userAgent)) };
  });
}
