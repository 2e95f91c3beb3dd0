import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { conversations } from "./conversations.table.ts";

export const messages = pgTable(
  "messages",
  {
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    senderId: uuid()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    messageType: text({ enum: ["text"] })
      .notNull()
      .default("text"),
    /** The renter sent it with the booking request the conversation is about. */
    isRequestMessage: boolean().notNull().default(false),
    isRead: boolean().notNull().default(false),
    deliveredAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("messages_of_conversation").on(table.conversationId, table.createdAt, table.id),
    uniqueIndex("messages_one_per_request").on(table.conversationId).where(sql`${table.isRequestMessage}`),
    check("messages_have_text", sql`${table.content} ~ '[^[:space:]]' and char_length(${table.content}) <= 5000`),
    check("messages_type_is_known", sql`${table.messageType} in ('text')`),
    check("messages_read_have_time", sql`${table.isRead} = (${table.readAt} is not null)`),
  ],
);
