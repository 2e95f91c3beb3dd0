import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type Insert, insertOf, insertTogether } from "../../../platform/db/insert-together.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { conversations } from "../conversations.table.ts";
import { messages } from "../messages.table.ts";

type Beginning = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** To the database the sign for a next line is a space as well. */
const SOMETHING = /[^\s\u0085]/;

/** Opens the one conversation about a booking with what the renter wrote, if anything. */
export const startConversation = async (tx: Db, beginning: Beginning): Promise<void> =>
  insertTogether(tx, conversationInserts(beginning, await readClock(tx)));

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
