import { conversationStatus, type ReportReason } from "@nexby/domain/messaging/conversations";
import { and, eq, isNull } from "drizzle-orm";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { conversationMembers, conversationReports, conversations } from "../../../schema/messaging.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";
import { listMembers, lockConversation } from "../append-message.ts";
import { changeBlock, listConversationsOfPair, lockPeople, refreshStatus } from "../blocks.ts";
import { getConversation, type ShownConversation } from "../conversations.queries.ts";
import { listMessages, type ShownMessage } from "../messages.queries.ts";
import { isInvolved } from "../messaging.policy.ts";
import { findReported, type ReportedConversation } from "../reported-conversations.queries.ts";
import { lockForSender } from "./send-message.ts";

type Changes = { isArchived?: boolean | undefined; isBlocked?: boolean | undefined };

/** Archives for this person, or blocks the other one. Both can be undone. */
export const updateConversation = (
  db: Db,
  viewer: Viewer,
  { conversationId, isArchived, isBlocked }: Changes & { conversationId: string },
): Promise<ShownConversation> =>
  db.transaction(async (tx) => {
    const before = await getConversation(tx, viewer.id, conversationId);
    if (isBlocked !== undefined) await lockPeople(tx, viewer.id, before.other.id);
    const shown = await lockForSender(tx, viewer, conversationId);
    const { other, conversation, block } = shown;
    if (isArchived !== undefined) {
      await tx
        .update(conversationMembers)
        .set({ isArchived })
        .where(and(eq(conversationMembers.conversationId, conversation.id), eq(conversationMembers.userId, viewer.id)));
      await refreshStatus(tx, conversation.id);
    }
    const isBlockChanged = isBlocked !== undefined && isBlocked !== block.isByYou;
    if (isBlockChanged) await changeBlock(tx, shown, isBlocked);
    const changed = isBlockChanged ? await listConversationsOfPair(tx, viewer.id, other.id) : [conversation.id];
    for (const userId of isBlockChanged ? [viewer.id, other.id] : [viewer.id]) {
      for (const id of changed) {
        await publishEvent(tx, {
          audience: userAudience(userId),
          type: "conversation_changed",
          data: { conversationId: id },
        });
      }
    }
    return getConversation(tx, viewer.id, conversation.id);
  });

type Report = { conversationId: string; reason: ReportReason; notes: string };

/** Notifies admins of the first open report. A second open report by the same person changes nothing. */
export const reportConversation = (db: Db, viewer: Viewer, { conversationId, ...report }: Report): Promise<void> =>
  db.transaction(async (tx) => {
    const { id } = (await lockForSender(tx, viewer, conversationId)).conversation;
    const open = await tx.select().from(conversationReports).where(isOpenReportOf(id));
    const { rowCount } = await tx
      .insert(conversationReports)
      .values({ ...report, id: newId(), conversationId: id, userId: viewer.id })
      .onConflictDoNothing();
    if (rowCount && open.length === 0) await notifyAdmins(tx, { kind: "admin_conversation_reported", data: {} });
  });

const isOpenReportOf = (conversationId: string) =>
  and(eq(conversationReports.conversationId, conversationId), isNull(conversationReports.resolvedAt));

const READ_AT_ONCE = 100;
type Reading = { messages: ShownMessage[]; renterId: string };

/** The latest messages as they were written. Reading them is recorded before they are sent. */
export async function readReportedConversation(db: Db, admin: Viewer, conversationId: string): Promise<Reading> {
  const { conversation } = await getForAdmin(db, admin, conversationId);
  await recordAudit(db, {
    actorId: admin.id,
    action: "conversation_read",
    entityType: "conversation",
    entityId: conversation.id,
  });
  const messages = await listMessages(db, conversation.id, { limit: READ_AT_ONCE });
  return { messages, renterId: conversation.renterId };
}

type Decision = { conversationId: string; decision: "stop" | "allow"; reason: string };

/** Either decision closes the reports and notifies the reporters. Allowing also undoes an earlier stop. */
export const decideOnConversation = (
  db: Db,
  admin: Viewer,
  { conversationId, decision, reason }: Decision,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockConversation(tx, conversationId);
    const { conversation, item } = await getForAdmin(tx, admin, conversationId);
    const { id } = conversation;
    const isStopped = decision === "stop";
    const now = await readClock(tx);
    const members = await listMembers(tx, id);
    const stoppedAt = isStopped ? (conversation.stoppedAt ?? now) : null;
    await tx
      .update(conversations)
      .set({ stoppedAt, status: conversationStatus(members, isStopped) })
      .where(eq(conversations.id, id));
    const answered = await tx
      .update(conversationReports)
      .set({ resolvedAt: now })
      .where(isOpenReportOf(id))
      .returning({ userId: conversationReports.userId });
    // A second click decides nothing.
    if (answered.length === 0 && isStopped === (conversation.stoppedAt !== null)) return;
    await recordAudit(tx, {
      actorId: admin.id,
      action: isStopped ? "conversation_stopped" : "conversation_allowed",
      entityType: "conversation",
      entityId: id,
      reason,
    });
    for (const { userId } of answered) {
      const data = { conversationId: id, item: item.title, isStopped };
      await notify(tx, userId, { kind: "conversation_report_decided", data });
    }
    for (const { userId } of members) {
      const data = { conversationId: id };
      await publishEvent(tx, { audience: userAudience(userId), type: "conversation_changed", data });
    }
  });

/** Admins read conversations only after a report, and never decide on their own. */
async function getForAdmin(db: Db, admin: Viewer, conversationId: string): Promise<ReportedConversation> {
  const reported = await findReported(db, conversationId);
  if (!reported) throw new AppError("not_found", "Conversation not found");
  if (isInvolved(reported, admin.id)) {
    throw new AppError("forbidden", "This is your own conversation. Another admin has to decide.");
  }
  return reported;
}
