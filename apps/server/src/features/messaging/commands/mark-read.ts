import { and, eq, lte, sql } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { conversationMembers, messages } from "../../../schema/messaging.ts";
import { markConversationNotificationsRead } from "../../notifications/public.ts";
import { type Conversation, findMember, lockConversation, type Member } from "../append-message.ts";
import { listUndelivered } from "../messages.queries.ts";

const AT_ONCE = 100;

/** Marks the other person's messages as read up to a sequence. Returns how many are still unread. */
export const markConversationRead = (
  db: Db,
  viewer: Viewer,
  { conversationId, sequence }: { conversationId: string; sequence: number },
): Promise<number> =>
  db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, conversationId);
    const member = await findMember(tx, conversationId, viewer.id);
    if (!conversation || !member) throw new AppError("not_found", "Conversation not found");
    const upTo = Math.min(sequence, conversation.lastSequence);
    if (upTo <= member.readSequence) return member.unreadCount;
    const { rowCount } = await tx
      .update(messages)
      .set({
        isRead: true,
        readAt: sql`app_now()`,
        deliveredAt: sql`coalesce(${messages.deliveredAt}, app_now())`,
      })
      .where(and(ofRecipient(conversationId, viewer.id), sql`not ${messages.isRead}`, lte(messages.sequence, upTo)));
    const unreadCount = Math.max(0, member.unreadCount - (rowCount ?? 0));
    const deliveredSequence = Math.max(member.deliveredSequence, upTo);
    await updateMember(tx, member, { readSequence: upTo, deliveredSequence, unreadCount });
    await publishReceipts(tx, conversation, member, { delivered: deliveredSequence, read: upTo });
    if (unreadCount === 0) await markConversationNotificationsRead(tx, viewer.id, conversation.id);
    return unreadCount;
  });

/** Confirms every message that this person's device has been told of. Returns how many were new. */
export async function confirmDelivery(db: Db, viewer: Viewer): Promise<number> {
  let confirmed = 0;
  for (const conversationId of await listUndelivered(db, viewer.id, AT_ONCE)) {
    confirmed += await db.transaction(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      const member = await findMember(tx, conversationId, viewer.id);
      if (!conversation || !member) return 0;
      const { rowCount } = await tx
        .update(messages)
        .set({ deliveredAt: sql`app_now()` })
        .where(and(ofRecipient(conversationId, viewer.id), sql`${messages.deliveredAt} is null`));
      if (!rowCount) return 0;
      await updateMember(tx, member, { deliveredSequence: conversation.lastSequence });
      const receipts = { delivered: conversation.lastSequence, read: member.readSequence };
      await publishReceipts(tx, conversation, member, receipts);
      return rowCount;
    });
  }
  return confirmed;
}

const ofRecipient = (conversationId: string, userId: string) =>
  and(eq(messages.conversationId, conversationId), eq(messages.recipientId, userId));

async function updateMember(tx: Db, { conversationId, userId }: Member, changes: Partial<Member>): Promise<void> {
  await tx
    .update(conversationMembers)
    .set(changes)
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)));
}

/** To the sender, whose messages change their state, and to the reader's other windows, whose counts change. */
async function publishReceipts(
  tx: Db,
  { id, renterId, ownerId }: Conversation,
  { userId }: Member,
  receipts: { delivered: number; read: number },
): Promise<void> {
  const otherId = userId === renterId ? ownerId : renterId;
  const data = { conversationId: id, ...receipts };
  await publishEvent(tx, { audience: userAudience(otherId), type: "message_receipts", data });
  await publishEvent(tx, { audience: userAudience(userId), type: "messages_read", data: { conversationId: id } });
}
