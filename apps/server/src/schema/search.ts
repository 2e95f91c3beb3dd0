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
 * What can be found: listings that are neither paused nor taken down nor of a suspended owner, once for any category (0)
 * and once for each of their own, so that a search in a category is the same query as one without. Triggers keep it,
 * nothing else writes it.
 */
export const itemSearch = pgTable(
  "item_search",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    category: integer().notNull(),
    /** All of the listing's categories. */
    categories: integer().array().notNull(),
    /** The public position, never the true one. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Which tenth of a degree it is in. */
    cell: integer()
      .notNull()
      .generatedAlwaysAs(sql`floor((latitude + 90) * 10)::integer * 3600 + floor((longitude + 180) * 10)::integer`),
    /** Mercator keeps angles, so nearest on it is very nearly nearest on the globe. The poles themselves have no place. */
    at: point()
      .notNull()
      .generatedAlwaysAs(
        sql`point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2))))`,
      ),
    words: tsvector().notNull(),
    priceCents: cents().notNull(),
    createdAt: instant().notNull(),
    /** Hundredths of a star; 0 without a review. */
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
 * What can be found by words or choices: each listing once, in a narrow row, because thousands of rows are read to put a
 * few in order. Its index has every token twice, alone and together with the half degree the listing is in, so that a
 * word is found in a city without looking at the country. Triggers keep it, nothing else writes it.
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

/** A short number for each category: every index of `item_search` begins with it. 0 means any and belongs to none. */
export const searchCategories = pgTable("search_categories", {
  categoryId: uuid()
    .primaryKey()
    .references(() => categories.id, { onDelete: "cascade" }),
  number: integer().notNull().unique("search_categories_number_unique").generatedAlwaysAsIdentity(),
});

/** Words that listings use, as they are written, each with the stem it is indexed by. Kept by triggers. */
export const searchTerms = pgTable(
  "search_terms",
  {
    term: text().primaryKey(),
    lexeme: text().notNull(),
    /** The term, and the term without each of its letters: two words one slip apart share one of these. */
    slips: text().array().notNull(),
  },
  (table) => [
    index("search_terms_by_prefix").on(table.term.op("text_pattern_ops")),
    index("search_terms_by_slip").using("gin", table.slips),
  ],
);

export const MAX_COUNTED_RESULTS = 100;

/** What was searched for on a day, and how often. Who searched is not here, and cannot be found out from it. */
export const searchAnalytics = pgTable(
  "search_analytics",
  {
    day: date({ mode: "string" }).notNull(),
    /** Normalized, and never one that looks like a person's address or number. */
    text: text().notNull(),
    /** Which kinds of filters narrowed it, in the order of the alphabet; not what was chosen in them. */
    filters: text().array().notNull(),
    /** People; whoever searches for the same again on that day does not count again. */
    searches: integer().notNull(),
    withoutResult: integer().notNull(),
    /** How many the last search found, as far as it looked. */
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
