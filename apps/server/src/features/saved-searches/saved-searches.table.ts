import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import { check, date, doublePrecision, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { categories } from "../listings/categories.table.ts";

const known = (values: readonly string[]) => sql.raw(`array['${values.join("','")}']::text[]`);

/** A search somebody wants to repeat, and to hear of when something new fits it. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    query: text(),
    /** Without its category a search would find everything, so it goes with it. */
    categoryId: uuid().references(() => categories.id, { onDelete: "cascade" }),
    location: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Miles. */
    radius: doublePrecision().notNull().default(25),
    minPriceCents: cents().notNull().default(0),
    /** Null is no maximum. */
    maxPriceCents: cents().default(20_000),
    /** None is any, here and for the exchange. */
    condition: text({ enum: ITEM_CONDITIONS }).array().notNull().default([]),
    exchange: text({ enum: EXCHANGE_TYPES }).array().notNull().default([]),
    minRating: doublePrecision(),
    startDate: date().$type<LocalDate>(),
    endDate: date().$type<LocalDate>(),
    quantity: integer(),
    /** Of the place, or the platform's: says when it is morning. */
    timezone: text().notNull(),
    /** What was listed before is not new. */
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
      sql`${table.condition} <@ ${known(ITEM_CONDITIONS)} and ${table.exchange} <@ ${known(EXCHANGE_TYPES)}
        and coalesce(${table.minRating} between 0 and 5, true)`,
    ),
    check(
      "saved_searches_dates_are_whole",
      sql`(${table.startDate} is null) = (${table.endDate} is null)
        and coalesce(${table.startDate} <= ${table.endDate}, true) and coalesce(${table.quantity} >= 1, true)`,
    ),
  ],
);
