import { pgTable, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";

/** What must not be listed. */
export const prohibitedItems = pgTable(
  "prohibited_items",
  {
    id: id(),
    category: text().notNull(),
    item: text().notNull(),
    description: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [unique("prohibited_items_item_once").on(table.category, table.item)],
);
