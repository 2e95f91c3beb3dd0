import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { namedSelect } from "../../platform/db/statements.ts";
import { messagePhotos, messages } from "../../schema/messaging.ts";
import type { Message } from "./append-message.ts";

type Photo = Omit<typeof messagePhotos.$inferSelect, "messageId" | "sha256">;
export type ShownMessage = Message & { photo: Photo | null };

export const selectMessages = (db: Db) =>
  db
    .select({ message: messages, photo: messagePhotos })
    .from(messages)
    .leftJoin(messagePhotos, eq(messagePhotos.messageId, messages.id));

export const shownMessage = ({ message, photo }: { message: Message; photo: Photo | null }): ShownMessage => ({
  ...message,
  photo,
});

type MessagesQuery = { limit: number; before?: number | undefined; after?: number | undefined };

const inConversation = eq(messages.conversationId, sql.placeholder("conversationId"));
const limit = sql.placeholder("limit");

const messagesAfter = namedSelect("messages_after", (db) =>
  selectMessages(db)
    .where(and(inConversation, gt(messages.sequence, sql.placeholder("after"))))
    .orderBy(asc(messages.sequence))
    .limit(limit),
);
const messagesBefore = namedSelect("messages_before", (db) =>
  selectMessages(db)
    .where(and(inConversation, lt(messages.sequence, sql.placeholder("before"))))
    .orderBy(desc(messages.sequence))
    .limit(limit),
);

/** Above every sequence. */
const END = 2_147_483_647;

/** In the order of the conversation: the next ones after a position, otherwise the latest ones before it. */
export async function listMessages(db: Db, conversationId: string, query: MessagesQuery): Promise<ShownMessage[]> {
  const { limit: most, before = END, after } = query;
  if (after === undefined) {
    return (await messagesBefore(db, { conversationId, before, limit: most })).map(shownMessage).reverse();
  }
  const rows = await messagesAfter(db, { conversationId, after, limit: most });
  return rows.map(shownMessage).filter(({ sequence }) => sequence < before);
}

export async function findMessage(db: Db, id: string): Promise<(ShownMessage & { photoSha256: string | null }) | null> {
  const [row] = await selectMessages(db).where(eq(messages.id, id)).limit(1);
  return row ? { ...shownMessage(row), photoSha256: row.photo?.sha256 ?? null } : null;
}

/** Conversations with messages that haven't reached this person's device. */
export async function listUndelivered(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.recipientId, userId), sql`${messages.deliveredAt} is null`))
    .groupBy(messages.conversationId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function isFilesKeyInUse(db: Db, filesKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: messagePhotos.messageId })
    .from(messagePhotos)
    .where(eq(messagePhotos.filesKey, filesKey));
  return rows.length > 0;
}
