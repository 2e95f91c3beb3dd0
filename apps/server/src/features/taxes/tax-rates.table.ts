import { sql } from "drizzle-orm";
import { boolean, char, check, date, index, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";

/** The combined rate of a place from one day to another: rates are never added up. Percent, so that 8.875 fits. */
export const taxRates = pgTable(
  "tax_rates",
  {
    id: id(),
    state: char({ length: 2 }).notNull(),
    county: text(),
    city: text(),
    zipCode: text(),
    taxRate: numeric({ precision: 7, scale: 4 }).notNull(),
    taxType: text().notNull().default("sales"),
    jurisdiction: text(),
    effectiveDate: date().notNull(),
    expirationDate: date(),
    isActive: boolean().notNull().default(true),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("tax_rates_of_state").on(table.state).where(sql`${table.isActive}`),
    check("tax_rates_are_percent", sql`${table.taxRate} between 0 and 100`),
    check("tax_rates_state_is_a_code", sql`${table.state} ~ '^[A-Z]{2}$'`),
    check("tax_rates_end_after_they_start", sql`${table.expirationDate} >= ${table.effectiveDate}`),
  ],
);
