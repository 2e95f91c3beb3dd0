import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";

/** What the embedded mail and SMS parts "delivered". `key` is the sender's: a double is recognised and kept once. */
export const capturedMessages = pgTable(
  "captured_messages",
  {
    id: id(),
    key: text().notNull().unique(),
    channel: text().notNull(),
    recipient: text().notNull(),
    subject: text(),
    body: text().notNull(),
    html: text(),
    createdAt: createdAt(),
  },
  (table) => [index("captured_messages_by_age").on(table.createdAt, table.id)],
);
