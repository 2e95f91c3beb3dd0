import { createHash } from "node:crypto";
import type { Db } from "../../../../platform/db/db.ts";
import { enqueueJob } from "../../../../platform/jobs/enqueue-job.ts";
import { MAIL_PASSWORD_RESET } from "../jobs/mail-password-reset.ts";

type Input = { email: string; siteUrl: string };

/** Only writes down that somebody asked: the same for every address. Several at once for one address are one. */
export async function requestPasswordReset(db: Db, { email, siteUrl }: Input): Promise<void> {
  const entityId = createHash("sha256").update(email).digest("base64url");
  const payload = { email, siteUrl };
  await enqueueJob(db, { type: MAIL_PASSWORD_RESET, entityType: "password_reset", entityId, payload });
}
