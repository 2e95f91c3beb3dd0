import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import { conversationMembers, conversations, messages } from "../../schema/messaging.ts";
import { maskedColumns, maskWithEarlier, UNMASKED } from "./masked-messages.ts";

export type Conversation = typeof conversations.$inferSelect;
export type Member = typeof conversationMembers.$inferSelect;
export type Message = typeof messages.$inferSelect;

/** Everything that changes a conversation takes this lock first; lock a booking before its conversation. */
export async function lockConversation(tx: Db, id: string): Promise<Conversation | null> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for("no key update");
  return row ?? null;
}

export async function listMembers(db: Db, conversationId: string): Promise<Member[]> {
  return db.select().from(conversationMembers).where(eq(conversationMembers.conversationId, conversationId));
}

type NewMessage = Pick<typeof messages.$inferInsert, "id" | "bookingId" | "messageType"> & {
  content: string;
  /** Null for a booking event. */
  senderId: string | null;
  createdAt: Date;
};

/**
 * Adds a message to a locked conversation and tells both people's open pages. The number is taken under the lock, so a
 * reader who has seen one has seen all before it.
 */
export async function appendMessage(tx: Db, conversation: Conversation, message: NewMessage): Promise<Message> {
  const { id: conversationId, renterId, ownerId } = conversation;
  const sequence = conversation.lastSequence + 1;
  const recipientId = message.senderId === null ? null : message.senderId === renterId ? ownerId : renterId;
  const { senderId, content } = message;
  const masked =
    senderId === null
      ? UNMASKED
      : maskedColumns(await maskWithEarlier(tx, { conversationId, senderId, sequence }, content));
  const [stored] = await tx
    .insert(messages)
    .values({ ...message, conversationId, recipientId, sequence, ...masked })
    .returning();
  if (!stored) throw new Error("The message was not written");
  await noteLatest(tx, conversation, { sequence, at: message.createdAt, recipientId });
  return stored;
}

type Latest = { sequence: number; at: Date; recipientId: string | null };

/** A new message brings the conversation back from both people's archives. */
export async function noteLatest(tx: Db, conversation: Conversation, latest: Latest): Promise<void> {
  const { id, status } = conversation;
  const { sequence: lastSequence, at: lastMessageAt, recipientId } = latest;
  const isBack = status === "archived" && { status: "active" as const };
  await tx
    .update(conversations)
    .set({ lastSequence, lastMessageAt, ...isBack })
    .where(eq(conversations.id, id));
  const members = await tx
    .update(conversationMembers)
    .set({
      lastMessageAt,
      isArchived: false,
      ...(recipientId !== null && {
        unreadCount: sql`${conversationMembers.unreadCount} + (${conversationMembers.userId} = ${recipientId}::uuid)::int`,
      }),
    })
    .where(eq(conversationMembers.conversationId, id))
    .returning({ userId: conversationMembers.userId });
  for (const { userId } of members) {
    await publishEvent(tx, {
      audience: userAudience(userId),
      type: "message_created",
      data: { conversationId: id, sequence: lastSequence, isForYou: userId === recipientId },
    });
  }
}

/** Null for everyone who doesn't see the conversation. */
export async function findMember(db: Db, conversationId: string, userId: string): Promise<Member | null> {
  const [row] = await db
    .select()
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)));
  return row ?? null;
}
