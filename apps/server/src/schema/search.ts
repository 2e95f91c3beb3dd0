import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { MAX_COUNTED_TEXT } from "@nexby/domain/search/counted-search";
import { sql } from "drizzle-orm";
import {
  char,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  point,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, instant } from "./columns.ts";
import { categories, items } from "./listings.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * Searchable listings: not paused, not deleted and not by a suspended owner. One row for any category (0) and one per
 * own category, so that searches with and without a category use the same query. Written only by triggers.
 */
export const itemSearch = pgTable(
  "item_search",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    category: integer().notNull(),
    categories: integer().array().notNull(),
    /** The public position, never the true one. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** The grid cell of a tenth of a degree. */
    cell: integer()
      .notNull()
      .generatedAlwaysAs(sql`floor((latitude + 90) * 10)::integer * 3600 + floor((longitude + 180) * 10)::integer`),
    /**
     * Mercator projection, which preserves angles, so the nearest point on it is very nearly the nearest on the globe.
     * Latitudes are clamped because the poles cannot be projected.
     */
    at: point()
      .notNull()
      .generatedAlwaysAs(
        sql`point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2))))`,
      ),
    words: tsvector().notNull(),
    priceCents: cents().notNull(),
    createdAt: instant().notNull(),
    /** Hundredths of a star; 0 without reviews. */
    rating: smallint().notNull(),
    condition: text({ enum: ITEM_CONDITIONS }).notNull(),
    /** 1 pickup, 2 meetup, 4 delivery. */
    exchanges: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.category] }),
    index("item_search_price").on(table.category, table.priceCents, table.itemId),
    index("item_search_newest").on(table.category, table.createdAt, table.itemId),
    index("item_search_rating").on(table.category, table.rating, table.itemId),
    index("item_search_cell_price").on(table.category, table.cell, table.priceCents, table.itemId),
    index("item_search_cell_newest").on(table.category, table.cell, table.createdAt, table.itemId),
    index("item_search_cell_rating").on(table.category, table.cell, table.rating, table.itemId),
  ],
);

/**
 * Listings searchable by words or filters, one narrow row each because thousands are read to rank a few. The index has
 * every token twice, alone and combined with the listing's half-degree cell, so that a word is found in a city without
 * scanning the country. Written only by triggers.
 */
export const itemTokens = pgTable("item_tokens", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  /** The public position, never the true one. */
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  createdAt: instant().notNull(),
  priceCents: cents().notNull(),
  rating: smallint().notNull(),
  /** `search_token` of each word and each label. */
  tokens: integer().array().notNull(),
});

/**
 * A short number per category, which leads every index of `item_search`. 0 means any category and is never assigned.
 */
export const searchCategories = pgTable("search_categories", {
  categoryId: uuid()
    .primaryKey()
    .references(() => categories.id, { onDelete: "cascade" }),
  number: integer().notNull().unique("search_categories_number_unique").generatedAlwaysAsIdentity(),
});

/** Words used in listings with their indexed stems. Written by triggers. */
export const searchTerms = pgTable(
  "search_terms",
  {
    term: text().primaryKey(),
    lexeme: text().notNull(),
    /** The term and the term without each of its letters: two words one typo apart share an entry. */
    slips: text().array().notNull(),
  },
  (table) => [
    index("search_terms_by_prefix").on(table.term.op("text_pattern_ops")),
    index("search_terms_by_slip").using("gin", table.slips),
  ],
);

export const MAX_COUNTED_RESULTS = 100;

/** Searches per day, without any link to the users. */
export const searchAnalytics = pgTable(
  "search_analytics",
  {
    day: date({ mode: "string" }).notNull(),
    /** Normalized; never a text that looks like an email or phone number. */
    text: text().notNull(),
    /** Names of the filters used, in alphabetical order, without their values. */
    filters: text().array().notNull(),
    /** Number of users; repeated searches on the same day count once. */
    searches: integer().notNull(),
    withoutResult: integer().notNull(),
    /** Number of results of the last search, up to MAX_COUNTED_RESULTS. */
    results: smallint().notNull(),
  },
  (table) => [
    primaryKey({ name: "search_analytics_one_each", columns: [table.day, table.text, table.filters] }),
    check(
      "search_analytics_text_is_short",
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(MAX_COUNTED_TEXT))}`,
    ),
    check(
      "search_analytics_counts_make_sense",
      sql`${table.searches} >= 1 and ${table.withoutResult} between 0 and ${table.searches}
        and ${table.results} between 0 and ${sql.raw(String(MAX_COUNTED_RESULTS))}`,
    ),
  ],
);

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
