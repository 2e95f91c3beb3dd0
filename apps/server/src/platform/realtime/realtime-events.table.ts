import { sql } from "drizzle-orm";
import { bigint, customType, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * What browsers are told. Ids are given out before a commit and may appear out of order after it, so a reader's place
 * is (transaction, id), and it reads only what no running transaction can still come before.
 */
export const realtimeEvents = pgTable(
  "realtime_events",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
    audience: text().notNull(),
    type: text().notNull(),
    data: jsonb().notNull().default({}),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("realtime_events_of_audience").on(table.audience, table.transaction, table.id),
    index("realtime_events_by_age").on(table.createdAt),
  ],
);
