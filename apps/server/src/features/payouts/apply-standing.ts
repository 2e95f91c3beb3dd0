import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Db } from "../../platform/db/db.ts";
import { queueMail } from "../../platform/outbox/queue-message.ts";
import { publishEvent, userAudience } from "../../platform/realtime/publish-event.ts";
import { lockUser } from "../accounts/public.ts";
import { notify } from "../notifications/public.ts";
import { type AccountRow, type Standing, setPayoutTarget, updateStanding } from "./payout-accounts.repository.ts";
import { stateLetter, wordOn } from "./payout-letters.ts";

/** The only writer of an account's state, with all that follows from it. False when somebody else was first. */
export async function applyStanding(
  tx: Db,
  before: AccountRow,
  { state, hasSubmittedDetails, bankLast4 }: Standing,
): Promise<boolean> {
  const user = await lockUser(tx, before.userId);
  if (!user) return true;
  const after = await updateStanding(tx, before, { state, hasSubmittedDetails, bankLast4 });
  if (!after) return false;
  const isInUse = after.replacedAt === null;
  if (isInUse) {
    await setPayoutTarget(tx, user.id, {
      connectAccountId: state === "disconnected" ? null : after.providerId,
      connectOnboarded: state === "ready",
    });
  }
  if (after.state === before.state && after.hasSubmittedDetails === before.hasSubmittedDetails) return true;

  await recordAudit(tx, {
    actorId: null,
    action: "payout_account_changed",
    entityType: "payout_account",
    entityId: after.id,
    details: { from: before.state, to: after.state },
  });
  const word = isInUse ? wordOn(after.state, after.bankLast4) : null;
  if (word) {
    await notify(tx, {
      userId: user.id,
      type: "payment",
      title: word.title,
      message: word.text,
      actionUrl: "/profile?tab=payments",
    });
    await queueMail(tx, { to: user.email, subject: word.title, letter: stateLetter(word) });
  }
  await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
  return true;
}
