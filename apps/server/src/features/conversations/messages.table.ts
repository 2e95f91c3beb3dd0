import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
    isRead: boolean().notNull().default(false),
    deliveredAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("messages_of_conversation").on(table.conversationId, table.createdAt, table.id),
    check("messages_have_text", sql`${table.content} ~ '[^[:space:]]' and char_length(${table.content}) <= 5000`),
    check("messages_type_is_known", sql`${table.messageType} in ('text')`),
    check("messages_read_have_time", sql`${table.isRead} = (${table.readAt} is not null)`),
  ],
);
