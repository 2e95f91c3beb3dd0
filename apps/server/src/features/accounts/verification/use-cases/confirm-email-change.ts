import { sql } from "drizzle-orm";
import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../../platform/db/sql-state.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { queueMail } from "../../../../platform/outbox/queue-message.ts";
import { publishEvent, userAudience } from "../../../../platform/realtime/publish-event.ts";
import { approveVerifiedAccount } from "../../administration/use-cases/approve-verified-account.ts";
import { deletePasswordResets } from "../../passwords/password-resets.repository.ts";
import { addressChangedMail } from "../../passwords/recovery-letters.ts";
import { deleteOtherSessions } from "../../sessions/sessions.repository.ts";
import { findUser, lockUser, type User, updateUser } from "../../users.repository.ts";
import { expirePendingCodes } from "../verification-codes.repository.ts";
import { consumeCodes, tryCodes } from "../verification-codes.ts";

type Input = { currentCode: string; newCode: string };

/** With both codes right, all at once: the new address is proven, and what was mailed to the old one opens nothing. */
export async function confirmEmailChange(
  db: Db,
  viewer: Viewer,
  { currentCode, newCode }: Input,
  secret: string,
): Promise<User> {
  const [current, fresh] = await tryCodes(db, secret, viewer.id, [
    { type: "email_change_current", field: "currentCode", code: currentCode },
    { type: "email_change_new", field: "newCode", code: newCode },
  ]);
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (user?.email !== current.target) throw new AppError("code_expired");
    await consumeCodes(tx, [current, fresh]);
    await changeAddress(tx, user, fresh.target);
    await deleteOtherSessions(tx, user.id, viewer.sessionId);
    await deletePasswordResets(tx, user.id);
    await expirePendingCodes(tx, user.id, ["email"]);
    await approveVerifiedAccount(tx, user.id);
    await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
    const changed = await findUser(tx, user.id);
    if (!changed) throw new AppError("unauthenticated");
    return changed;
  });
}

async function changeAddress(tx: Db, user: User, email: string): Promise<void> {
  try {
    await updateUser(tx, user.id, { email, emailVerifiedAt: sql`now()` });
  } catch (error) {
    // Somebody signed up with it since the codes were sent.
    if (sqlStateOf(error) === SQL_STATE.uniqueViolation) throw new AppError("email_taken");
    throw error;
  }
  await queueMail(tx, { to: user.email, ...addressChangedMail(email) });
  const details = { from: user.email, to: email };
  await recordAudit(tx, { actorId: user.id, action: "email_changed", entityType: "user", entityId: user.id, details });
}
