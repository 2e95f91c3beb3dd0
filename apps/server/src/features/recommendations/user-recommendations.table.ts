import { RECOMMENDATION_REASONS } from "@nexby/domain/recommendations/rank-recommendations";
import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";

/** What a person may like, best first, as it was last worked out, and why. */
export const userRecommendations = pgTable(
  "user_recommendations",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    place: smallint().notNull(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    reason: text({ enum: RECOMMENDATION_REASONS }).notNull(),
    /** What the person looked at, saved or booked; of popular ones there is none. */
    becauseItemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    madeAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "user_recommendations_in_order", columns: [table.userId, table.place] }),
    unique("user_recommendations_one_each").on(table.userId, table.itemId),
    index("user_recommendations_of_item").on(table.itemId),
    index("user_recommendations_because").on(table.becauseItemId),
    index("user_recommendations_by_age").on(table.madeAt),
    check("user_recommendations_reason_is_known", oneOf(table.reason, RECOMMENDATION_REASONS)),
    check(
      "user_recommendations_reason_is_whole",
      sql`(${table.reason} in ('viewed', 'favorite', 'booked')) = (${table.becauseItemId} is not null)`,
    ),
    check("user_recommendations_are_few", sql`${table.place} between 1 and 24`),
  ],
);
