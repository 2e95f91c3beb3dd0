import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { RECOMMENDATION_REASONS } from "@nexby/domain/recommendations/rank-recommendations";
import { sql } from "drizzle-orm";
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { categories, items } from "./listings.ts";

const textArray = (values: readonly string[]) => sql.raw(`array['${values.join("','")}']::text[]`);

/** A saved search with optional alerts for new matches. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    query: text(),
    /** Deleted with its category, because the search would otherwise match everything. */
    categoryId: uuid().references(() => categories.id, { onDelete: "cascade" }),
    location: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Miles. */
    radius: doublePrecision().notNull().default(25),
    minPriceCents: cents().notNull().default(0),
    maxPriceCents: cents().default(20_000),
    /** Empty means any, also for `exchange`. */
    condition: text({ enum: ITEM_CONDITIONS }).array().notNull().default([]),
    exchange: text({ enum: EXCHANGE_TYPES }).array().notNull().default([]),
    minRating: doublePrecision(),
    startDate: date().$type<LocalDate>(),
    endDate: date().$type<LocalDate>(),
    quantity: integer(),
    /** The location's time zone, or the platform's; determines when it is morning. */
    timezone: text().notNull(),
    /** Items listed earlier do not count as new. */
    newSince: createdAt(),
    /** Null while alerts are off. */
    nextAlertAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("saved_searches_of_user").on(table.userId, table.createdAt, table.id),
    index("saved_searches_of_category").on(table.categoryId),
    index("saved_searches_to_alert").on(table.nextAlertAt).where(sql`${table.nextAlertAt} is not null`),
    check("saved_searches_name_has_text", sql`${table.name} ~ '[^[:space:]]' and char_length(${table.name}) <= 100`),
    check(
      "saved_searches_texts_are_short",
      sql`coalesce(char_length(${table.query}) between 1 and 200, true)
        and coalesce(char_length(${table.location}) between 1 and 200, true)`,
    ),
    check(
      "saved_searches_place_is_whole",
      sql`(${table.latitude} is null) = (${table.longitude} is null)
        and coalesce(${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180, true)
        and ${table.radius} > 0`,
    ),
    check(
      "saved_searches_prices_make_sense",
      sql`${table.minPriceCents} >= 0 and coalesce(${table.maxPriceCents} >= ${table.minPriceCents}, true)`,
    ),
    check(
      "saved_searches_choices_are_known",
      sql`${table.condition} <@ ${textArray(ITEM_CONDITIONS)} and ${table.exchange} <@ ${textArray(EXCHANGE_TYPES)}
        and coalesce(${table.minRating} between 0 and 5, true)`,
    ),
    check(
      "saved_searches_dates_are_whole",
      sql`(${table.startDate} is null) = (${table.endDate} is null)
        and coalesce(${table.startDate} <= ${table.endDate}, true) and coalesce(${table.quantity} >= 1, true)`,
    ),
  ],
);

/** Items a saved search has already sent an alert for. */
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

/** Unique per user and item. */
export const userFavorites = pgTable(
  "user_favorites",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "user_favorites_one_each", columns: [table.userId, table.itemId] }),
    index("user_favorites_by_age").on(table.userId, table.createdAt, table.itemId),
    index("user_favorites_of_item").on(table.itemId, table.userId),
  ],
);

/** Unique per user and item, with the time of the last view. */
export const recentlyViewed = pgTable(
  "recently_viewed",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    viewedAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "recently_viewed_one_each", columns: [table.userId, table.itemId] }),
    index("recently_viewed_by_age").on(table.userId, table.viewedAt, table.itemId),
    index("recently_viewed_of_item").on(table.itemId, table.userId),
  ],
);

/** The latest recommendations in order, with their reasons. */
export const userRecommendations = pgTable(
  "user_recommendations",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    place: smallint().notNull(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    reason: text({ enum: RECOMMENDATION_REASONS }).notNull(),
    /** The item the user viewed, saved or booked; null for popular items. */
    becauseItemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    madeAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "user_recommendations_in_order", columns: [table.userId, table.place] }),
    unique("user_recommendations_one_each").on(table.userId, table.itemId),
    index("user_recommendations_of_item").on(table.itemId),
    index("user_recommendations_because").on(table.becauseItemId),
    index("user_recommendations_by_age").on(table.madeAt),
    check("user_recommendations_reason_is_known", oneOf(table.reason, RECOMMENDATION_REASONS)),
    check(
      "user_recommendations_reason_is_whole",
      sql`(${table.reason} in ('viewed', 'favorite', 'booked')) = (${table.becauseItemId} is not null)`,
    ),
    check("user_recommendations_are_few", sql`${table.place} between 1 and 24`),
  ],
);
