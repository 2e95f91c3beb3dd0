import type { Db } from "../../../platform/db/db.ts";
import { type Write, writeTogether } from "../../../platform/db/write-together.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { conversationToWrite, messageToWrite } from "../conversations.repository.ts";

type Beginning = { itemId: string; renterId: string; ownerId: string; bookingId: string; message: string };

/** To the database the sign for a next line is a space as well. */
const SOMETHING = /[^\s\u0085]/;

/** Opens the one conversation about a booking with what the renter wrote, if anything. */
export const startConversation = (tx: Db, beginning: Beginning): Promise<void> =>
  writeTogether(tx, conversationWrites(tx, beginning));

/** The same as writes, to be sent with others. */
export function conversationWrites(tx: Db, { message, ...parties }: Beginning): Write[] {
  const conversationId = newId();
  const content = message.trim();
  if (!SOMETHING.test(content)) return [conversationToWrite(tx, { ...parties, id: conversationId, isSilent: true })];
  return [
    conversationToWrite(tx, { ...parties, id: conversationId, isSilent: false }),
    messageToWrite(tx, { conversationId, senderId: parties.renterId, content }),
  ];
}
