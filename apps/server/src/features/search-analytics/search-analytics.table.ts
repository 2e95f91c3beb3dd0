import { LONGEST_COUNTED_TEXT } from "@nexby/domain/search/counted-search";
import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";

export const MOST_COUNTED_RESULTS = 100;

/** What was searched for on a day, and how often. Who searched is not here, and cannot be found out from it. */
export const searchAnalytics = pgTable(
  "search_analytics",
  {
    day: date({ mode: "string" }).notNull(),
    /** Normalized, and never one that looks like a person's address or number. */
    text: text().notNull(),
    /** Which kinds of filters narrowed it, in the order of the alphabet; not what was chosen in them. */
    filters: text().array().notNull(),
    /** People; whoever searches for the same again on that day does not count again. */
    searches: integer().notNull(),
    withoutResult: integer().notNull(),
    /** How many the last search found, as far as it looked. */
    results: smallint().notNull(),
  },
  (table) => [
    primaryKey({ name: "search_analytics_one_each", columns: [table.day, table.text, table.filters] }),
    check(
      "search_analytics_text_is_short",
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(LONGEST_COUNTED_TEXT))}`,
    ),
    check(
      "search_analytics_counts_make_sense",
      sql`${table.searches} >= 1 and ${table.withoutResult} between 0 and ${table.searches}
        and ${table.results} between 0 and ${sql.raw(String(MOST_COUNTED_RESULTS))}`,
    ),
  ],
);
