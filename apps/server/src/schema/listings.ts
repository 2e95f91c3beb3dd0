import { CANCELLATION_POLICIES, ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { MAX_PIECES, type Piece } from "@nexby/domain/listings/kit";
import { FOOD_TRUCK_MODES } from "@nexby/domain/pricing/food-truck-price";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";

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

/**
 * Where an owner's listings are or were, by their first pin there. Listings within 300 meters share the offset of the
 * public position. Rows stay when listings move away, so that a return gets the same offset.
 */
export const ownerPlaces = pgTable(
  "owner_places",
  {
    id: id(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    offsetMeters: doublePrecision().notNull(),
    /** In degrees from north. */
    offsetBearing: doublePrecision().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("owner_places_of_owner").on(table.ownerId, table.latitude)],
);

/** Ratings and counts are in `item_stats`, so that a view does not rewrite the listing. */
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
    /** The pieces of one unit, if it is a kit. Bookings keep the ones the renter agreed to. */
    pieces: jsonb().$type<Piece[]>().notNull().default([]),

    /** The town, which is all the public sees. */
    location: text().notNull(),
    /** As entered by the owner. Visible only to a booking's renter and owner. */
    address: text(),
    city: text(),
    county: text(),
    state: char({ length: 2 }),
    zipCode: text(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    publicLatitude: doublePrecision().notNull(),
    publicLongitude: doublePrecision().notNull(),
    /** Null until the server has assigned the public position. */
    placeId: uuid().references(() => ownerPlaces.id),
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
    /** A paid request is approved automatically. */
    isInstant: boolean().notNull().default(false),

    allowQuantity: boolean().notNull().default(true),
    quantityTotal: integer().notNull().default(1),
    quantityMinPerBooking: integer().notNull().default(1),
    quantityMaxPerBooking: integer(),
    turnaroundMinutes: integer().notNull().default(0),
    inventoryVersion: bigint({ mode: "number" }).notNull().default(0),

    /** Grants access to the item's calendar feed. */
    calendarToken: text().unique("items_calendar_token_unique"),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    /** Set when the owner deletes the listing. The row stays because bookings reference it. */
    deletedAt: instant(),
  },
  (table) => [
    index("items_by_age").on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index("items_of_owner").on(table.ownerId, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index("items_without_place").on(table.ownerId).where(sql`${table.placeId} is null`),
    // Prefix matches in order of length; the first two letters lead, so that the index provides that order.
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
    check(
      "items_pieces_are_a_short_list",
      sql`case jsonb_typeof(${table.pieces}) when 'array' then jsonb_array_length(${table.pieces}) <= ${sql.raw(String(MAX_PIECES))}
        else false end`,
    ),
  ],
);

/** An item has one to three categories; the first sets its commission rates. */
export const itemCategories = pgTable(
  "item_categories",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    categoryId: uuid()
      .notNull()
      .references(() => categories.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.categoryId] }),
    unique("item_categories_position_unique").on(table.itemId, table.position),
    index("item_categories_of_category").on(table.categoryId, table.itemId),
    check("item_categories_at_most_three", sql`${table.position} between 1 and 3`),
  ],
);

/** Counters that change often, separate from the listing. */
export const itemStats = pgTable(
  "item_stats",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    viewCount: integer().notNull().default(0),
  },
  (table) => [
    check(
      "item_stats_ratings_are_one_to_five",
      sql`${table.reviewCount} >= 0 and ${table.ratingSum} between ${table.reviewCount} and 5 * ${table.reviewCount}`,
    ),
  ],
);

/** Unsaved form state: one draft for a new listing, and one per listing being edited. */
export const listingDrafts = pgTable(
  "listing_drafts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [unique("listing_drafts_one_each").on(table.userId, table.itemId).nullsNotDistinct()],
);

/** A listing as shown in lists, written by the database function `item_card`. */
export type ItemCard = {
  id: string;
  title: string;
  description: string;
  /** In the owner's order, cover first; the placeholder is shown until the cover has loaded. */
  photoKeys: string[];
  placeholder: string | null;
  dailyRateCents: number;
  ownerId: string;
  /** The item's first category. */
  category: { id: string; name: string } | null;
  location: string;
  publicLatitude: number;
  publicLongitude: number;
  isAvailable: boolean;
  condition: ItemCondition;
  reviewCount: number;
  ratingSum: number;
  isInstant: boolean;
};

/**
 * A denormalized card of every listing that is not deleted: joining its tables would take as long as the search
 * itself. Contains only the owner's id because names change independently. Written only by triggers.
 */
export const itemCards = pgTable("item_cards", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  ownerId: uuid()
    .notNull()
    .references(() => users.id),
  isAvailable: boolean().notNull(),
  card: json().$type<ItemCard>().notNull(),
});

type StoredTier = { min: number; max: number | null; perPersonPriceCents: number };

/** Pricing and requirements of a food truck. One row per listing. */
export const foodTruckSettings = pgTable(
  "food_truck_settings",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    enabledModes: text({ enum: FOOD_TRUCK_MODES }).notNull().default("BOTH"),
    perPersonPriceCents: cents().notNull().default(0),
    perPersonMinHeadcount: integer().notNull().default(1),
    tieredPricing: jsonb().$type<StoredTier[]>().notNull().default([]),
    appearanceFeeCents: cents().notNull().default(0),
    baseTravelFeeCents: cents().notNull().default(0),
    travelFeePerMileCents: cents().notNull().default(0),
    travelRadiusMiles: doublePrecision(),
    prepLeadTimeHours: integer().notNull().default(24),
    setupTimeMinutes: integer().notNull().default(30),
    powerRequirements: text(),
    includesPaperGoods: boolean().notNull().default(false),
    onsiteSales: boolean().notNull().default(true),
    menuUrl: text(),
    menuFileKey: text(),
  },
  (table) => [
    check("food_truck_settings_modes_are_known", oneOf(table.enabledModes, FOOD_TRUCK_MODES)),
    check(
      "food_truck_settings_amounts_are_not_negative",
      sql`least(${table.perPersonPriceCents}, ${table.appearanceFeeCents}, ${table.baseTravelFeeCents},
        ${table.travelFeePerMileCents}, ${table.prepLeadTimeHours}, ${table.setupTimeMinutes}) >= 0
        and ${table.perPersonMinHeadcount} >= 1 and coalesce(${table.travelRadiusMiles} >= 0, true)`,
    ),
    check("food_truck_settings_menu_is_https", sql`${table.menuUrl} ~ '^https://'`),
  ],
);
