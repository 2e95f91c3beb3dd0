import { sql } from "drizzle-orm";
import { char, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";

/** Every ZIP of the United States with the town, county and state it belongs to (GeoNames). */
export const zipPlaces = pgTable(
  "zip_places",
  {
    zipCode: char({ length: 5 }).primaryKey(),
    city: text().notNull(),
    county: text(),
    state: char({ length: 2 }).notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (table) => [
    index("zip_places_by_city").on(sql`lower(${table.city}) text_pattern_ops`, table.state),
    index("zip_places_by_position").on(table.latitude, table.longitude),
  ],
);
