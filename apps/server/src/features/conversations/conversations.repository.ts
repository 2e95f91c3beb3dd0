import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { conversations } from "./conversations.table.ts";
import { messages } from "./messages.table.ts";

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
