import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** A write's outcome, kept in the transaction of its effect: both are there or neither is. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    scope: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    responseStatus: integer(),
    responseBody: text(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index("idempotency_keys_by_age").on(table.createdAt)],
);
