import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { conversations } from "../../../schema/messaging.ts";
import { appendMessage, lockConversation } from "../append-message.ts";
import { arePeopleBlocked } from "../blocks.ts";
import { addMembers, lockPair } from "../booking-messages.ts";
import { findItem, findOngoing, getConversation, type ShownConversation } from "../conversations.queries.ts";
import { findMessage, type ShownMessage } from "../messages.queries.ts";
import { assertMayWrite } from "../messaging.policy.ts";

type NewMessage = { conversationId: string; messageId: string; content: string };

/** Stores a message once, however often it is sent under its id. */
export async function sendMessage(db: Db, viewer: Viewer, sent: NewMessage): Promise<ShownMessage> {
  const id = sent.messageId.toLowerCase();
  return db.transaction(async (tx) => {
    const shown = await lockForSender(tx, viewer, sent.conversationId);
    const stored = await findMessage(tx, id);
    if (stored) return sameOrThrow(stored, viewer, { ...sent, messageType: "text" });
    const createdAt = await readClock(tx);
    assertMayWrite(shown, createdAt);
    const message = { id, senderId: viewer.id, content: sent.content, createdAt };
    const added = await appendMessage(tx, shown.conversation, message);
    return { ...added, photo: null };
  });
}

/** Locks the conversation, then reads it as the sender sees it. */
export async function lockForSender(tx: Db, viewer: Viewer, conversationId: string): Promise<ShownConversation> {
  await lockConversation(tx, conversationId);
  return getConversation(tx, viewer.id, conversationId);
}

type Same = { conversationId: string; content: string; messageType: ShownMessage["messageType"] };

/** The same id for anything else is refused. */
export function sameOrThrow(stored: ShownMessage, viewer: Viewer, sent: Same): ShownMessage {
  const isSame =
    stored.senderId === viewer.id &&
    stored.conversationId === sent.conversationId.toLowerCase() &&
    stored.messageType === sent.messageType &&
    stored.content === sent.content;
  if (!isSame) throw new AppError("id_reused");
  return stored;
}

/** Finds or starts the conversation of a renter with the owner of a listing. The owner sees it with its first message. */
export const contactOwner = (db: Db, viewer: Viewer, itemId: string): Promise<ShownConversation> =>
  db.transaction(async (tx) => {
    const item = await findItem(tx, itemId);
    if (!item) throw new AppError("not_found", "Item not found");
    if (item.ownerId === viewer.id) throw new AppError("forbidden", "This is your own listing");
    await lockPair(tx, item.id, viewer.id);
    const ongoing = await findOngoing(tx, item.id, viewer.id);
    if (ongoing) return getConversation(tx, viewer.id, ongoing);
    if (!item.isListed) throw new AppError("not_found", "Item not found");
    if (await arePeopleBlocked(tx, viewer.id, item.ownerId)) {
      throw new AppError("action_not_allowed", "You can't write to this person");
    }
    const people = { itemId: item.id, renterId: viewer.id, ownerId: item.ownerId };
    const row = { ...people, id: newId(), createdAt: await readClock(tx) };
    const [started] = await tx.insert(conversations).values(row).returning();
    if (!started) throw new Error("The conversation was not written");
    await addMembers(tx, started);
    return getConversation(tx, viewer.id, started.id);
  });
