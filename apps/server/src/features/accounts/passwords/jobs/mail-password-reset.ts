import { z } from "zod";
import type { Db } from "../../../../platform/db/db.ts";
import type { JobHandler } from "../../../../platform/jobs/job-handler.ts";
import { queueMail } from "../../../../platform/outbox/queue-message.ts";
import { throttle } from "../../../../platform/throttle/throttle.ts";
import { findUserByEmail, lockUser } from "../../users.repository.ts";
import { deletePasswordResets, insertPasswordReset } from "../password-resets.repository.ts";
import { passwordResetMail } from "../recovery-letters.ts";

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
