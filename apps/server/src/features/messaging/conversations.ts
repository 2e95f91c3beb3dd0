import { and, eq, inArray } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type Insert, insertBatch, insertOf } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { conversations, messages } from "../../schema/messaging.ts";

/** Maps booking ids to the messages renters sent with their requests; other messages are not included. */
export async function findFirstMessages(db: Db, bookingIds: readonly string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({ bookingId: conversations.bookingId, content: messages.content })
    .from(conversations)
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), messages.isRequestMessage))
    .where(inArray(conversations.bookingId, [...bookingIds]));
  return new Map(rows.flatMap(({ bookingId, content }) => (bookingId === null ? [] : [[bookingId, content]])));
}

type NewConversation = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** The database also treats U+0085 (next line) as whitespace. */
const NON_BLANK = /[^\s\u0085]/;

/** Creates the booking's only conversation, with the renter's message if there is one. */
export const startConversation = async (tx: Db, conversation: NewConversation): Promise<void> =>
  insertBatch(tx, conversationInserts(conversation, await readClock(tx)));

/** The same rows as inserts, for a batch. */
export function conversationInserts({ message, ...participants }: NewConversation, createdAt: Date): Insert[] {
  const conversation = { ...participants, id: newId(), createdAt };
  const content = message.trim();
  if (!NON_BLANK.test(content)) return [insertOf(conversations, conversation)];
  return [
    insertOf(conversations, { ...conversation, lastMessageAt: createdAt }),
    insertOf(messages, {
      id: newId(),
      conversationId: conversation.id,
      senderId: participants.renterId,
      content,
      isRequestMessage: true,
      createdAt,
    }),
  ];
}
