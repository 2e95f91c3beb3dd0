import { sql } from "drizzle-orm";
import { boolean, check, pgTable } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** One row, once something was read: until when the provider's list of events was read to its end. */
export const providerEventsRead = pgTable(
  "provider_events_read",
  {
    only: boolean().primaryKey().default(true),
    until: instant().notNull(),
  },
  (table) => [check("provider_events_read_has_one_row", sql`${table.only}`)],
);
