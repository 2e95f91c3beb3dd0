import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { items } from "../listings/items.table.ts";
import { savedSearches } from "./saved-searches.table.ts";

/** What a saved search has told of already: each item once. */
export const savedSearchAlerts = pgTable(
  "saved_search_alerts",
  {
    searchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    alertedAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "saved_search_alerts_once_each", columns: [table.searchId, table.itemId] }),
    index("saved_search_alerts_of_item").on(table.itemId),
  ],
);
