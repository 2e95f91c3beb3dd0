import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { categories } from "../listings/categories.table.ts";

/** A short number for each category: every index of `item_search` begins with it. 0 means any and belongs to none. */
export const searchCategories = pgTable("search_categories", {
  categoryId: uuid()
    .primaryKey()
    .references(() => categories.id, { onDelete: "cascade" }),
  number: integer().notNull().unique("search_categories_number_unique").generatedAlwaysAsIdentity(),
});
