import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { User } from "../../../schema/accounts.ts";
import { findUser, lockUser } from "../accounts.queries.ts";
import {
  assertGoodNewPassword,
  assertOwnPassword,
  hashPassword,
  isSamePassword,
  notYourPassword,
  setPassword,
} from "../passwords.ts";
import { startSession } from "../sessions.ts";

type Input = { currentPassword: string; password: string };
type Visit = { userAgent: string; isDemo: boolean };

/** Checks the new password first, because that uses neither an attempt nor a hash. */
export async function changePassword(
  db: Db,
  viewer: Viewer,
  { currentPassword, password }: Input,
  { userAgent, isDemo }: Visit,
): Promise<{ user: User; token: string }> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  assertGoodNewPassword(password, before, isDemo);
  if (isSamePassword(password, currentPassword)) throw fieldError("password", "Please choose a new password");
  await assertOwnPassword(db, before, { field: "currentPassword", password: currentPassword });
  const passwordHash = await hashPassword(password);

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    // If two changes run concurrently, the second one's current password is already outdated.
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword("currentPassword");
    await setPassword(tx, user, { passwordHash, action: "password_changed" });
    return startSession(tx, user.id, { userAgent, before: null });
  });
}
