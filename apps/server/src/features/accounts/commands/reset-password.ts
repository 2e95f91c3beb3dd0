import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { queueMail } from "../../../platform/outbox.ts";
import { throttle } from "../../../platform/throttle.ts";
import type { User } from "../../../schema/accounts.ts";
import { passwordResetMail } from "../accounts.emails.ts";
import { findUserByEmail, lockUser, updateUser } from "../accounts.queries.ts";
import { deleteIdentities } from "../identities.queries.ts";
import {
  assertGoodNewPassword,
  assertMaySignIn,
  clearPasswordAttempts,
  deletePasswordResets,
  findUserByResetToken,
  hashPassword,
  insertPasswordReset,
  setPassword,
  takePasswordReset,
} from "../passwords.ts";
import { startSession, type Visit } from "../sessions.ts";
import { approveVerifiedAccount } from "./review-account.ts";

type RequestResetInput = { email: string; siteUrl: string };

/** Only writes down that somebody asked: the same for every address. Several at once for one address are one. */
export async function requestPasswordReset(db: Db, { email, siteUrl }: RequestResetInput): Promise<void> {
  const entityId = createHash("sha256").update(email).digest("base64url");
  const payload = { email, siteUrl };
  await enqueueJob(db, { type: MAIL_PASSWORD_RESET, entityType: "password_reset", entityId, payload });
}

type ResetPasswordInput = { token: string; password: string };

/**
 * A new password for who has the mailed link, which also proves the address. The password is hashed before anything is
 * touched, then all happens at once or not at all; of two with one link, one succeeds.
 */
export async function resetPassword(
  db: Db,
  { token, password }: ResetPasswordInput,
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
    await clearPasswordAttempts(tx, user.email);
    return startSession(tx, user.id, visit);
  });
}

export const MAIL_PASSWORD_RESET = "mail_password_reset";

const payload = z.object({ email: z.string(), siteUrl: z.string() });

const PACES = [
  { times: 1, seconds: 60 },
  { times: 5, seconds: 24 * 60 * 60 },
];

/**
 * Everything about a forgotten password that depends on whether there is such an account, away from the request: who
 * asked learns nothing from the answer or from the time it takes. A newer link ends the older ones.
 */
export const mailPasswordReset: JobHandler = {
  inTransaction: async (tx, job) => {
    const { email, siteUrl } = payload.parse(job.payload);
    const known = await findUserByEmail(tx, email);
    const user = known && (await lockUser(tx, known.id));
    if (!user || user.suspendedAt || !(await mayBeMailed(tx, user.id))) return;
    await deletePasswordResets(tx, user.id);
    const token = await insertPasswordReset(tx, user.id);
    // In the fragment, which browsers keep to themselves: it is in no log and no referrer.
    await queueMail(tx, { to: user.email, ...passwordResetMail(`${siteUrl}/auth?mode=reset#token=${token}`) });
  },
};

/** So that nobody can fill somebody else's mailbox. */
async function mayBeMailed(tx: Db, userId: string): Promise<boolean> {
  for (const pace of PACES) {
    const verdict = await throttle(tx, ["password-reset", String(pace.seconds), userId], pace);
    if (!verdict.allowed) return false;
  }
  return true;
}
