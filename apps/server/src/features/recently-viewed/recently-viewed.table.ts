import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";

/** What a person has looked at last; each item once, with the time of the last look. */
export const recentlyViewed = pgTable(
  "recently_viewed",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    viewedAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "recently_viewed_one_each", columns: [table.userId, table.itemId] }),
    index("recently_viewed_by_age").on(table.userId, table.viewedAt, table.itemId),
    index("recently_viewed_of_item").on(table.itemId, table.userId),
  ],
);
