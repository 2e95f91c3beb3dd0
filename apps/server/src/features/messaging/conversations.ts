import { and, eq, inArray } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type Insert, insertBatch, insertOf } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { conversations, messages } from "../../schema/messaging.ts";

/** The messages renters sent with their requests, by booking. Other messages are not part of a request. */
export async function findFirstMessages(db: Db, bookingIds: readonly string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({ bookingId: conversations.bookingId, content: messages.content })
    .from(conversations)
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), messages.isRequestMessage))
    .where(inArray(conversations.bookingId, [...bookingIds]));
  return new Map(rows.flatMap(({ bookingId, content }) => (bookingId === null ? [] : [[bookingId, content]])));
}

type Beginning = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** To the database the sign for a next line is a space as well. */
const SOMETHING = /[^\s\u0085]/;

/** Opens the one conversation about a booking with what the renter wrote, if anything. */
export const startConversation = async (tx: Db, beginning: Beginning): Promise<void> =>
  insertBatch(tx, conversationInserts(beginning, await readClock(tx)));

/** The same rows, to be written with others. */
export function conversationInserts({ message, ...parties }: Beginning, createdAt: Date): Insert[] {
  const conversation = { ...parties, id: newId(), createdAt };
  const content = message.trim();
  if (!SOMETHING.test(content)) return [insertOf(conversations, conversation)];
  return [
    insertOf(conversations, { ...conversation, lastMessageAt: createdAt }),
    insertOf(messages, {
      id: newId(),
      conversationId: conversation.id,
      senderId: parties.renterId,
      content,
      isRequestMessage: true,
      createdAt,
    }),
  ];
}
