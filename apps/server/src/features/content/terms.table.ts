import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";

/** Every version that ever was; at most one is in force. */
export const termsAndConditions = pgTable(
  "terms_and_conditions",
  {
    id: id(),
    version: integer().notNull().unique(),
    content: text().notNull(),
    isActive: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("terms_and_conditions_one_active").on(table.isActive).where(sql`${table.isActive}`)],
);
