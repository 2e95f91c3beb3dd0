import { maskContacts } from "@nexby/domain/messaging/mask-contacts";
import { and, inArray } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type Insert, insertBatch, insertOf } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { conversations, messages } from "../../schema/messaging.ts";
import { maskedColumns, maskedText } from "./masked-messages.ts";

export type RequestMessage = {
  content: string;
  /** Without contact details, for the owner until the approval. */
  masked: string;
};

/** Maps booking ids to the messages renters sent with their requests; other messages are not included. */
export async function findFirstMessages(db: Db, bookingIds: readonly string[]): Promise<Map<string, RequestMessage>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(messages)
    .where(and(inArray(messages.bookingId, [...bookingIds]), messages.isRequestMessage));
  return new Map(
    rows.flatMap((row) =>
      row.bookingId === null ? [] : [[row.bookingId, { content: row.content, masked: maskedText(row).text }]],
    ),
  );
}

type NewConversation = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** The database also treats U+0085 (next line) as whitespace. */
const NON_BLANK = /[^\s\u0085]/;

/** Creates the booking's only conversation, with the renter's message if there is one. */
export const startConversation = async (tx: Db, conversation: NewConversation): Promise<void> =>
  insertBatch(tx, conversationInserts(conversation, await readClock(tx)));

/**
 * The same rows as inserts, for a batch. The conversation has no members and its message no recipient until the request
 * is sent to the owner, so that nobody sees either before.
 */
export function conversationInserts({ message, ...about }: NewConversation, createdAt: Date): Insert[] {
  const conversation = { ...about, id: newId(), createdAt };
  const content = message.trim();
  if (!NON_BLANK.test(content)) return [insertOf(conversations, conversation)];
  return [
    insertOf(conversations, { ...conversation, lastSequence: 1, lastMessageAt: createdAt }),
    insertOf(messages, {
      id: newId(),
      conversationId: conversation.id,
      senderId: about.renterId,
      bookingId: about.bookingId,
      sequence: 1,
      content,
      ...maskedColumns(maskContacts(content)),
      isRequestMessage: true,
      createdAt,
    }),
  ];
}
