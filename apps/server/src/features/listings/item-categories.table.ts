import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { categories } from "./categories.table.ts";
import { items } from "./items.table.ts";

/** One to three categories of an item; the first sets its commission rates. */
export const itemCategories = pgTable(
  "item_categories",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    categoryId: uuid()
      .notNull()
      .references(() => categories.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.categoryId] }),
    unique("item_categories_position_unique").on(table.itemId, table.position),
    index("item_categories_of_category").on(table.categoryId, table.itemId),
    check("item_categories_at_most_three", sql`${table.position} between 1 and 3`),
  ],
);
