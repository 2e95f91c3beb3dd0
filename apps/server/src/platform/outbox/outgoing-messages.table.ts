import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../db/columns.ts";
import { oneOf } from "../db/one-of.ts";

export const MESSAGE_CHANNELS = ["mail", "sms"] as const;
export const MESSAGE_STATUSES = ["queued", "sent", "dead"] as const;

/** Mail and SMS to be delivered after commit. Once sent the words are gone from here; the row stays as a record. */
export const outgoingMessages = pgTable(
  "outgoing_messages",
  {
    id: id(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    recipient: text().notNull(),
    subject: text(),
    body: text(),
    html: text(),
    status: text({ enum: MESSAGE_STATUSES }).notNull().default("queued"),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (table) => [
    index("outgoing_messages_not_sent").on(table.createdAt).where(sql`${table.status} <> 'sent'`),
    check("outgoing_messages_channel_is_known", oneOf(table.channel, MESSAGE_CHANNELS)),
    check("outgoing_messages_status_is_known", oneOf(table.status, MESSAGE_STATUSES)),
    check("outgoing_messages_have_words_until_sent", sql`${table.status} = 'sent' or ${table.body} is not null`),
  ],
);
