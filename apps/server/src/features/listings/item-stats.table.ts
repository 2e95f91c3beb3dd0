import { sql } from "drizzle-orm";
import { check, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { items } from "./items.table.ts";

/** Figures that change often, apart from the listing they describe. */
export const itemStats = pgTable(
  "item_stats",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    viewCount: integer().notNull().default(0),
  },
  (table) => [
    check(
      "item_stats_ratings_are_one_to_five",
      sql`${table.reviewCount} >= 0 and ${table.ratingSum} between ${table.reviewCount} and 5 * ${table.reviewCount}`,
    ),
  ],
);
