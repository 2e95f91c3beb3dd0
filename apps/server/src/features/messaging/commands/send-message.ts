import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { appendMessage, lockConversation } from "../append-message.ts";
import { assertMayWrite } from "../messaging.policy.ts";
import { findMessage, getConversation, type ShownConversation, type ShownMessage } from "../messaging.queries.ts";

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
