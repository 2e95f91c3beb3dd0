import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { insertConversation, insertMessage } from "../conversations.repository.ts";

type Beginning = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** To the database the sign for a next line is a space as well. */
const SOMETHING = /[^\s\u0085]/;

/** Opens the conversation about a booking with what the renter wrote, if anything. A booking has one: twice is once. */
export async function startConversation(
  tx: Db,
  { itemId, renterId, ownerId, bookingId, message }: Beginning,
): Promise<void> {
  const content = message.trim();
  const isSilent = !SOMETHING.test(content);
  const lastMessageAt = isSilent ? null : sql`app_now()`;
  const conversation = await insertConversation(tx, {
    id: newId(),
    itemId,
    renterId,
    ownerId,
    bookingId,
    lastMessageAt,
  });
  if (!conversation || isSilent) return;
  const { id: conversationId, createdAt } = conversation;
  await insertMessage(tx, { id: newId(), conversationId, senderId: renterId, content, createdAt });
}
