import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { deleteAllSessions } from "../sessions/sessions.repository.ts";
import { type User, updateUser } from "../users.repository.ts";
import { expirePendingCodes } from "../verification/verification-codes.repository.ts";
import { deletePasswordResets } from "./password-resets.repository.ts";
import { passwordChangedMail } from "./recovery-letters.ts";

type NewPassword = { passwordHash: string; action: "password_changed" | "password_reset" };

/**
 * The only writer of an existing account's password. Whatever the old one opened is closed: all sessions, links for
 * another password, changes of address under way. The caller holds the lock on the row and starts the next session.
 */
export async function setPassword(tx: Db, user: User, { passwordHash, action }: NewPassword): Promise<void> {
  await updateUser(tx, user.id, { passwordHash });
  await deleteAllSessions(tx, user.id);
  await deletePasswordResets(tx, user.id);
  await expirePendingCodes(tx, user.id, ["email_change_current", "email_change_new"]);
  await queueMail(tx, { to: user.email, ...passwordChangedMail() });
  await recordAudit(tx, { actorId: user.id, action, entityType: "user", entityId: user.id });
}
