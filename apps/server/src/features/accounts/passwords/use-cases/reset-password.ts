import { sql } from "drizzle-orm";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { approveVerifiedAccount } from "../../administration/use-cases/approve-verified-account.ts";
import { deleteIdentities } from "../../identity/identities.repository.ts";
import { startSession, type Visit } from "../../sessions/start-session.ts";
import { lockUser, type User, updateUser } from "../../users.repository.ts";
import { assertMaySignIn } from "../assert-may-sign-in.ts";
import { assertGoodNewPassword } from "../new-password.ts";
import { forgetPasswordAttempts } from "../password-attempts.ts";
import { findUserByResetToken, takePasswordReset } from "../password-resets.repository.ts";
import { hashPassword } from "../passwords.ts";
import { setPassword } from "../set-password.ts";

type Input = { token: string; password: string };

/**
 * A new password for who has the mailed link, which also proves the address. The password is hashed before anything is
 * touched, then all happens at once or not at all; of two with one link, one succeeds.
 */
export async function resetPassword(
  db: Db,
  { token, password }: Input,
  visit: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string }> {
  const owner = await findUserByResetToken(db, token);
  if (!owner) throw new AppError("link_expired");
  assertGoodNewPassword(password, owner, visit.isDemo);
  const passwordHash = await hashPassword(password);

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || !(await takePasswordReset(tx, token))) throw new AppError("link_expired");
    assertMaySignIn(user, null, visit.isDemo);
    await setPassword(tx, user, { passwordHash, action: "password_reset" });
    // Until now nobody had proved the address: an identity that came along with it may be a stranger's.
    if (!user.emailVerifiedAt) await deleteIdentities(tx, user.id);
    await updateUser(tx, user.id, { emailVerifiedAt: sql`coalesce(email_verified_at, now())` });
    await approveVerifiedAccount(tx, user.id);
    await forgetPasswordAttempts(tx, user.email);
    return startSession(tx, user.id, visit);
  });
}
