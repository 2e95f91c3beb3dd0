import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";

/** What a person wants to find again; each item once. */
export const userFavorites = pgTable(
  "user_favorites",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "user_favorites_one_each", columns: [table.userId, table.itemId] }),
    index("user_favorites_by_age").on(table.userId, table.createdAt, table.itemId),
    index("user_favorites_of_item").on(table.itemId, table.userId),
  ],
);
