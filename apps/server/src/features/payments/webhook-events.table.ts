import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";

export const EVENT_SOURCES = ["webhook", "replay"] as const;
export const EVENT_STATUSES = ["received", "processed", "ignored", "unknown", "given_up"] as const;

/** What the provider told, each event once. Not its words: what it is about is asked for again. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The provider's. */
    id: text().primaryKey(),
    type: text().notNull(),
    objectType: text().notNull(),
    objectId: text().notNull(),
    /** Of a payout account. */
    accountId: text(),
    /** Sent to us, or found by looking for what was not. */
    source: text({ enum: EVENT_SOURCES }).notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull().default("received"),
    lastError: text(),
    /** How often it was looked at anew, after its first job had ended in vain. */
    looks: integer().notNull().default(0),
    occurredAt: instant().notNull(),
    receivedAt: instant().notNull().default(sql`app_now()`),
    processedAt: instant(),
  },
  (table) => [
    index("webhook_events_by_time").on(table.occurredAt),
    index("webhook_events_open").on(table.receivedAt).where(sql`${table.status} in ('received', 'unknown')`),
    check("webhook_events_source_is_known", oneOf(table.source, EVENT_SOURCES)),
    check("webhook_events_status_is_known", oneOf(table.status, EVENT_STATUSES)),
    check("webhook_events_processed_once", sql`(${table.status} = 'processed') = (${table.processedAt} is not null)`),
  ],
);
