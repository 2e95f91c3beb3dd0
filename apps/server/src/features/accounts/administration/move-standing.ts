import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Letter } from "../../../platform/outbox/letter.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/publish-event.ts";
import { notify } from "../../notifications/public.ts";
import { ACCOUNT_NEWS } from "../account-news.ts";
import type { User } from "../users.repository.ts";
import type { Standing } from "./account.policy.ts";
import { updateStanding } from "./standing.repository.ts";

/** Null stands for the system itself, or for who has its command line. */
type Act = { actorId: string | null; action: string; reason?: string | undefined; letter?: Letter };

/**
 * The only writer of what an account may do: the change, who made it, and the word to its person and their open pages.
 * Null, and nothing done, when somebody else changed the account first. The caller's transaction holds all of it.
 */
export async function moveStanding(
  tx: Db,
  before: User,
  changes: Partial<Standing>,
  { actorId, action, reason, letter }: Act,
): Promise<User | null> {
  const after = await updateStanding(tx, before, changes);
  if (!after) return null;
  await recordAudit(tx, { actorId, action, entityType: "user", entityId: after.id, reason: reason ?? null });
  if (after.isApproved && !before.isApproved) await notify(tx, { userId: after.id, ...ACCOUNT_NEWS.approved });
  if (letter) await queueMail(tx, { to: after.email, subject: letter.title, letter });
  await publishEvent(tx, { audience: userAudience(after.id), type: "account_changed" });
  return after;
}
