import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";

/** What the owner offers. Ratings and counts live in `item_stats`, so that a view does not rewrite a listing. */
export const items = pgTable(
  "items",
  {
    id: id(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    condition: text({ enum: ITEM_CONDITIONS }).notNull().default("used"),
    isAvailable: boolean().notNull().default(true),

    currency: char({ length: 3 }).notNull().default("USD"),
    dailyRateCents: cents().notNull(),
    depositAmountCents: cents().notNull().default(0),
    lateReturnFeeCents: cents().notNull().default(0),
    cleaningFeeCents: cents().notNull().default(0),
    setupFlatFeeCents: cents().notNull().default(0),
    setupPerUnitFeeCents: cents().notNull().default(0),
    replacementValueCents: cents(),

    /** What the public sees of the place: its town. */
    location: text().notNull(),
    /** As the owner entered it. Only the parties of a booking may see it. */
    address: text(),
    city: text(),
    county: text(),
    state: char({ length: 2 }),
    zipCode: text(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    publicLatitude: doublePrecision().notNull(),
    publicLongitude: doublePrecision().notNull(),
    timezone: text().notNull(),

    offerPickup: boolean().notNull().default(true),
    offerMeetup: boolean().notNull().default(false),
    offerDelivery: boolean().notNull().default(false),
    deliveryFeeCents: cents().notNull().default(0),
    deliveryRadius: doublePrecision(),

    minRentalDays: integer().notNull().default(1),
    maxRentalDays: integer(),
    cancellationPolicy: text({ enum: CANCELLATION_POLICIES }).notNull().default("flexible"),
    availabilityNotes: text(),
    /** A request is accepted as soon as it is paid for. */
    isInstant: boolean().notNull().default(false),

    allowQuantity: boolean().notNull().default(true),
    quantityTotal: integer().notNull().default(1),
    quantityMinPerBooking: integer().notNull().default(1),
    quantityMaxPerBooking: integer(),
    turnaroundMinutes: integer().notNull().default(0),
    inventoryVersion: bigint({ mode: "number" }).notNull().default(0),

    /** Who knows it may follow the item's calendar. */
    calendarToken: text().unique("items_calendar_token_unique"),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    /** Taken down by its owner. The row stays for the bookings that name it. */
    deletedAt: instant(),
  },
  (table) => [
    index("items_by_age").on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index("items_of_owner").on(table.ownerId, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    // What begins with a text, the shorter first; by its first two letters, so that the index gives that order.
    index("items_by_title_start")
      .on(
        sql`left(lower(${table.title}), 2)`,
        sql`char_length(${table.title})`,
        sql`lower(${table.title}) text_pattern_ops`,
        table.title,
      )
      .where(sql`${table.isAvailable} and ${table.deletedAt} is null`),
    check("items_title_has_text", sql`${table.title} ~ '[^[:space:]]' and char_length(${table.title}) <= 200`),
    check("items_availability_notes_are_short", sql`char_length(${table.availabilityNotes}) <= 200`),
    check("items_condition_is_known", oneOf(table.condition, ITEM_CONDITIONS)),
    check("items_cancellation_policy_is_known", oneOf(table.cancellationPolicy, CANCELLATION_POLICIES)),
    check("items_daily_rate_is_positive", sql`${table.dailyRateCents} > 0`),
    check(
      "items_fees_are_not_negative",
      sql`least(${table.depositAmountCents}, ${table.lateReturnFeeCents}, ${table.cleaningFeeCents},
        ${table.setupFlatFeeCents}, ${table.setupPerUnitFeeCents}, ${table.deliveryFeeCents},
        coalesce(${table.replacementValueCents}, 0)) >= 0 and coalesce(${table.deliveryRadius} between 0 and 10000, true)`,
    ),
    check(
      "items_position_is_on_earth",
      sql`${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180
        and ${table.publicLatitude} between -90 and 90 and ${table.publicLongitude} between -180 and 180`,
    ),
    check(
      "items_rental_days_make_sense",
      sql`${table.minRentalDays} >= 1 and coalesce(${table.maxRentalDays} >= ${table.minRentalDays}, true)`,
    ),
    check(
      "items_quantities_make_sense",
      sql`${table.quantityTotal} >= 1 and ${table.quantityMinPerBooking} >= 1
        and coalesce(${table.quantityMaxPerBooking} >= ${table.quantityMinPerBooking}, true)`,
    ),
    check("items_turnaround_is_not_negative", sql`${table.turnaroundMinutes} >= 0`),
  ],
);
