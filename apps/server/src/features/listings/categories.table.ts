import { sql } from "drizzle-orm";
import { check, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id } from "../../platform/db/columns.ts";

const percent = () => numeric({ precision: 5, scale: 2 }).notNull();

export const categories = pgTable(
  "categories",
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    icon: text(),
    position: integer().notNull(),
    commissionRate: percent().default("5.00"),
    listerCommissionRate: percent().default("5.00"),
    renterCommissionRate: percent().default("0.00"),
  },
  (table) => [
    uniqueIndex("categories_name_unique").on(sql`lower(${table.name})`),
    check("categories_slug_is_url_safe", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check(
      "categories_rates_are_percent",
      sql`least(${table.commissionRate}, ${table.listerCommissionRate}, ${table.renterCommissionRate}) >= 0
        and greatest(${table.commissionRate}, ${table.listerCommissionRate}, ${table.renterCommissionRate}) <= 100`,
    ),
  ],
);
