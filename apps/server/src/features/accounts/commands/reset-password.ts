import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { queueMail } from "../../../platform/outbox.ts";
import { mailboxOf, throttle } from "../../../platform/throttle.ts";
import type { User } from "../../../schema/accounts.ts";
import { passwordResetMail } from "../accounts.emails.ts";
import { findUserByEmail, lockUser, updateUser } from "../accounts.queries.ts";
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
import { deleteIdentities } from "../sign-in-providers.queries.ts";
import { approveVerifiedAccount } from "./review-account.ts";

type RequestResetInput = { email: string; siteUrl: string };

/**
 * Only enqueues a job, so that the response is the same for every address. Concurrent requests for one address share a
 * job.
 */
export async function requestPasswordReset(db: Db, { email, siteUrl }: RequestResetInput): Promise<void> {
  const entityId = createHash("sha256").update(email).digest("base64url");
  const payload = { email, siteUrl };
  await enqueueJob(db, { type: MAIL_PASSWORD_RESET, entityType: "password_reset", entityId, payload });
}

type ResetPasswordInput = { token: string; password: string };

/**
 * Sets a new password with the emailed link, which also verifies the address. The password is hashed before the
 * transaction; of two requests with the same link, one succeeds.
 */
export async function resetPassword(
  db: Db,
  { token, password }: ResetPasswordInput,
  visit: Visit & { isDemo: boolean; siteUrl: string },
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
    // The address was unverified until now, so a linked identity may belong to someone else.
    if (!user.emailVerifiedAt) await deleteIdentities(tx, user.id);
    await updateUser(tx, user.id, { emailVerifiedAt: sql`coalesce(email_verified_at, app_now())` });
    await approveVerifiedAccount(tx, user.id, visit.siteUrl);
    await clearPasswordAttempts(tx, user.email);
    return startSession(tx, user.id, visit);
  });
}

export const MAIL_PASSWORD_RESET = "mail_password_reset";

const payload = z.object({ email: z.string(), siteUrl: z.string() });

const LIMITS = [
  { times: 1, seconds: 60 },
  { times: 5, seconds: 24 * 60 * 60 },
];

/**
 * Everything that depends on whether the account exists happens in this job, so that neither the response nor its
 * timing reveals it. A newer link invalidates the older ones.
 */
export const mailPasswordReset: JobHandler = {
  inTransaction: async (tx, job) => {
    const { email, siteUrl } = payload.parse(job.payload);
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (!user || user.suspendedAt || !(await mayBeMailed(tx, user.email))) return;
    await deletePasswordResets(tx, user.id);
    const token = await insertPasswordReset(tx, user.id);
    // The token is in the fragment, so it appears in no log and no referrer.
    await queueMail(tx, { to: user.email, ...passwordResetMail(`${siteUrl}/auth?mode=reset#token=${token}`) });
  },
};

/** Keeps attackers from flooding another user's mailbox. */
async function mayBeMailed(tx: Db, email: string): Promise<boolean> {
  for (const limit of LIMITS) {
    const verdict = await throttle(tx, ["password-reset", String(limit.seconds), mailboxOf(email)], limit);
    if (!verdict.allowed) return false;
  }
  return true;
}
