import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** The recent hits of one key (a hash, so that no address or account can be read here). Real time, not the clock's. */
export const throttles = pgTable(
  "throttles",
  {
    key: text().primaryKey(),
    hits: timestamp({ withTimezone: true, mode: "date" }).array().notNull().default(sql`'{}'`),
    expiresAt: instant().notNull(),
  },
  (table) => [index("throttles_to_expire").on(table.expiresAt)],
);
