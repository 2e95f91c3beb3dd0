import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable } from "drizzle-orm/pg-core";

/** One row: how far the product's clock runs ahead of real time. Zero in production. Read through `app_now()`. */
export const appClock = pgTable(
  "app_clock",
  {
    only: boolean().primaryKey().default(true),
    offsetMs: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    check("app_clock_has_one_row", sql`${table.only}`),
    check("app_clock_is_not_behind", sql`${table.offsetMs} >= 0`),
  ],
);
