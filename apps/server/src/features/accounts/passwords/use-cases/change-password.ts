import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { startSession } from "../../sessions/start-session.ts";
import { findUser, lockUser, type User } from "../../users.repository.ts";
import { assertOwnPassword, notYourPassword } from "../assert-own-password.ts";
import { assertGoodNewPassword } from "../new-password.ts";
import { hashPassword, isSamePassword } from "../passwords.ts";
import { setPassword } from "../set-password.ts";

type Input = { currentPassword: string; password: string };
type Visit = { userAgent: string; isDemo: boolean };

/** What is wrong with the new one is told first: it costs neither a guess nor a hash. */
export async function changePassword(
  db: Db,
  viewer: Viewer,
  { currentPassword, password }: Input,
  { userAgent, isDemo }: Visit,
): Promise<{ user: User; token: string }> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  assertGoodNewPassword(password, before, isDemo);
  if (isSamePassword(password, currentPassword)) throw refusedField("password", "Please choose a new password");
  await assertOwnPassword(db, before, { field: "currentPassword", password: currentPassword });
  const passwordHash = await hashPassword(password);

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    // Of two changes at once the second no longer knows the current one.
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword("currentPassword");
    await setPassword(tx, user, { passwordHash, action: "password_changed" });
    return startSession(tx, user.id, { userAgent, before: null });
  });
}
