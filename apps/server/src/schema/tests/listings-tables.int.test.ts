import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createItem, createPhotos, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import {
  createdAt,
  createdInRealTime,
  id,
  json,
  optionalInstant,
  optionalReference,
  optionalText,
  optionalWhole,
  reference,
  text,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";

const position = { type: "double precision" };
/** The specification's money is decimal; the database stores cents only. */
const cents = (column: string) => ({ column, type: "integer", default: 0 });

describeTable({
  table: "items",
  ids: "[DATA-01] [DATA-19]",
  fields: {
    id,
    title: text,
    description: textFrom(""),
    dailyRate: { column: "daily_rate_cents", type: "integer" },
    owner: { column: "owner_id", type: "uuid" },
    ownerId: reference,
    location: text,
    isAvailable: yesNo(true),
    condition: textFrom("used"),
    latitude: position,
    longitude: position,

    depositAmount: cents("deposit_amount_cents"),
    minRentalDays: wholeFrom(1),
    maxRentalDays: optionalWhole,
    lateReturnFee: cents("late_return_fee_cents"),
    cleaningFee: cents("cleaning_fee_cents"),
    offerDelivery: yesNo(false),
    deliveryFee: cents("delivery_fee_cents"),
    deliveryRadius: { type: "double precision", nullable: true },
    offerPickup: yesNo(true),
    offerMeetup: yesNo(false),
    quantityTotal: wholeFrom(1),
    quantityMinPerBooking: wholeFrom(1),
    quantityMaxPerBooking: optionalWhole,
    allowQuantity: yesNo(true),
    setupFlatFeeCents: cents("setup_flat_fee_cents"),
    setupPerUnitFeeCents: cents("setup_per_unit_fee_cents"),

    replacementValueCents: optionalWhole,
    currency: { type: "character(3)", default: "USD" },
    address: optionalText,
    city: optionalText,
    county: optionalText,
    state: { type: "character(2)", nullable: true },
    zipCode: optionalText,
    placeId: optionalReference,
    publicLatitude: position,
    publicLongitude: position,
    timezone: text,
    cancellationPolicy: textFrom("flexible"),
    availabilityNotes: optionalText,
    isInstant: yesNo(false),
    turnaroundMinutes: wholeFrom(0),
    inventoryVersion: { type: "bigint", default: 0 },
    calendarToken: optionalText,
    pieces: { ...json, default: "[]" },
    createdAt,
    updatedAt: createdInRealTime,
    deletedAt: optionalInstant,
  },
  validRow: async (db) => ({
    id: ID,
    owner_id: await createUser(db),
    title: "x".repeat(200),
    daily_rate_cents: 1,
    location: "Maplewood, NJ",
    latitude: 90,
    longitude: -180,
    public_latitude: 90,
    public_longitude: -180,
    timezone: "America/New_York",
    calendar_token: "known to its owner",
  }),
  refused: {
    unique: {
      items_pkey: { "a duplicate id": {} },
      items_calendar_token_unique: { "a duplicate calendar token": { id: MISSING_ID } },
    },
    reference: {
      items_owner_id_users_id_fk: {
        "an unknown owner": { id: MISSING_ID, owner_id: MISSING_ID, calendar_token: null },
      },
      items_place_id_owner_places_id_fk: {
        "an unknown place": { id: MISSING_ID, place_id: MISSING_ID, calendar_token: null },
      },
    },
    check: {
      items_title_has_text: {
        "a title of 201 characters": { title: "x".repeat(201) },
        "an empty title": { title: "" },
        "a blank title": { title: "   " },
      },
      items_availability_notes_are_short: { "notes of 201 characters": { availability_notes: "x".repeat(201) } },
      items_condition_is_known: {
        "an unknown condition": { condition: "broken" },
        "an empty condition": { condition: "" },
      },
      items_cancellation_policy_is_known: { "an unknown policy": { cancellation_policy: "never" } },
      items_daily_rate_is_positive: {
        "a rate of zero": { daily_rate_cents: 0 },
        "a negative rate": { daily_rate_cents: -1 },
      },
      items_fees_are_not_negative: {
        "a negative deposit": { deposit_amount_cents: -1 },
        "a negative late fee": { late_return_fee_cents: -1 },
        "a negative cleaning fee": { cleaning_fee_cents: -1 },
        "a negative set-up fee": { setup_flat_fee_cents: -1 },
        "a negative set-up fee per unit": { setup_per_unit_fee_cents: -1 },
        "a negative delivery fee": { delivery_fee_cents: -1 },
        "a negative delivery radius": { delivery_radius: -0.1 },
        "a negative replacement value": { replacement_value_cents: -1 },
      },
      items_position_is_on_earth: {
        "a latitude beyond the pole": { latitude: 90.1 },
        "a longitude beyond the date line": { longitude: -180.1 },
        "a latitude that is not a number": { latitude: Number.NaN },
        "a public latitude beyond the pole": { public_latitude: -90.1 },
        "a public longitude beyond the date line": { public_longitude: 180.1 },
      },
      items_rental_days_make_sense: {
        "a minimum rental of zero days": { min_rental_days: 0 },
        "a maximum rental below the minimum": { min_rental_days: 3, max_rental_days: 2 },
      },
      items_quantities_make_sense: {
        "zero units": { quantity_total: 0 },
        "a minimum of zero units per booking": { quantity_min_per_booking: 0 },
        "a maximum below the minimum per booking": { quantity_min_per_booking: 3, quantity_max_per_booking: 2 },
      },
      items_turnaround_is_not_negative: { "a negative turnaround": { turnaround_minutes: -1 } },
      items_pieces_are_a_short_list: {
        "pieces that are no list": { pieces: "{}" },
        "31 kinds of pieces": { pieces: JSON.stringify(Array.from({ length: 31 }, () => ({}))) },
      },
    },
  },
});

describeTable({
  table: "categories",
  ids: "[DATA-01] [DATA-03] [DATA-19]",
  fields: {
    id,
    name: text,
    slug: text,
    position: whole,
    icon: optionalText,
    commissionRate: { type: "numeric(5,2)", default: "5.00" },
    listerCommissionRate: { type: "numeric(5,2)", default: "5.00" },
    renterCommissionRate: { type: "numeric(5,2)", default: "0.00" },
  },
  validRow: async () => ({ id: ID, name: "Boats", slug: "boats", position: 16 }),
  refused: {
    unique: {
      categories_pkey: { "a duplicate id": { name: "Other", slug: "other" } },
      categories_name_unique: {
        "a duplicate name": { id: MISSING_ID, slug: "other" },
        "a duplicate name in a different case": { id: MISSING_ID, slug: "other", name: "BOATS" },
      },
      categories_slug_unique: { "a duplicate slug": { id: MISSING_ID, name: "Other" } },
    },
    check: {
      categories_slug_is_url_safe: {
        "a slug with an uppercase letter": { slug: "Boats" },
        "a slug with a space": { slug: "big boats" },
        "a slug that ends in a dash": { slug: "boats-" },
        "an empty slug": { slug: "" },
      },
      categories_rates_are_percent: {
        "a commission of 101": { commission_rate: 101 },
        "a negative commission": { commission_rate: -0.01 },
        "a lister's commission of 100.01": { lister_commission_rate: 100.01 },
        "a negative renter's commission": { renter_commission_rate: -5 },
      },
    },
  },
});

const ELECTRONICS = "019b76da-a805-7785-8f5f-f71add1b4b49";
const STORAGE = "019b76da-a80d-7662-9680-54d7a27d6d8b";

describeTable({
  table: "item_categories",
  ids: "[DATA-01]",
  fields: {
    item: { column: "item_id", type: "uuid" },
    category: { column: "category_id", type: "uuid" },
    position: whole,
  },
  validRow: async (db) => ({ item_id: await createItem(db), category_id: ELECTRONICS, position: 1 }),
  refused: {
    unique: {
      item_categories_item_id_category_id_pk: { "a duplicate category": { position: 2 } },
      item_categories_position_unique: { "two categories at one position": { category_id: STORAGE } },
    },
    reference: {
      item_categories_item_id_items_id_fk: { "an unknown item": { item_id: MISSING_ID } },
      item_categories_category_id_categories_id_fk: { "an unknown category": { category_id: MISSING_ID, position: 2 } },
    },
    check: {
      item_categories_at_most_three: {
        "a fourth category": { category_id: STORAGE, position: 4 },
        "a category before the first": { category_id: STORAGE, position: 0 },
      },
    },
  },
});

describeTable({
  table: "item_stats",
  ids: "[DATA-01]",
  fields: {
    item: { column: "item_id", type: "uuid" },
    reviewCount: wholeFrom(0),
    averageRating: { column: "rating_sum", type: "integer", default: 0 },
    viewCount: wholeFrom(0),
  },
  validRow: async (db) => ({ item_id: await createItem(db), review_count: 2, rating_sum: 10 }),
  refused: {
    unique: { item_stats_pkey: { "a duplicate item": {} } },
    reference: { item_stats_item_id_items_id_fk: { "an unknown item": { item_id: MISSING_ID } } },
    check: {
      item_stats_ratings_are_one_to_five: {
        "ratings above five": { rating_sum: 11 },
        "ratings below one": { rating_sum: 1 },
        "a negative count": { review_count: -1, rating_sum: -1 },
      },
    },
  },
});

describe("seeded categories", () => {
  const database = useTestDatabase();
  const SPECIFIED = [
    "Yard Games",
    "Sporting Goods",
    "Outdoor Recreation",
    "Lawn and Garden Tools",
    "Party Events and Entertaining",
    "Electronics",
    "Moving Supplies",
    "Venue Rental",
    "Catering",
    "Storage",
    "Food Trucks",
    "Land Rental",
    "Camping & Outdoor",
    "Tools & Equipment",
    "Kitchen & Appliances",
  ];

  test("[DATA-03] seeded categories are exactly the 15 specified ones, each with the rates 5.00, 5.00 and 0.00", async () => {
    const { rows } = await database().db.execute(sql`
      select name, commission_rate::text as all, lister_commission_rate::text as lister,
        renter_commission_rate::text as renter from categories order by name collate "C"`);
    expect(rows).toEqual([...SPECIFIED].sort().map((name) => ({ name, all: "5.00", lister: "5.00", renter: "0.00" })));
  });

  test("[DATA-03] seeded categories may have no icon", async () => {
    const { db } = database();
    await db.execute(sql`update categories set icon = null where name = 'Storage'`);
    const { rows } = await db.execute(sql`select icon from categories where name = 'Storage'`);
    expect(rows).toEqual([{ icon: null }]);
  });
});

describeTable({
  table: "item_photos",
  ids: "[DATA-01]",
  fields: {
    item: { column: "item_id", type: "uuid" },
    images: { column: "photo_id", type: "uuid" },
    position: { type: "integer" },
  },
  validRow: async (db) => {
    const ownerId = await createUser(db);
    const [photoId] = await createPhotos(db, ownerId, ["cover"]);
    return { item_id: await createItem(db, { ownerId }), photo_id: photoId, position: 1 };
  },
  refused: {
    unique: {
      item_photos_item_id_position_pk: { "two photos at one position": { photo_id: MISSING_ID } },
      item_photos_once: { "a duplicate photo": { position: 2 } },
    },
    reference: {
      item_photos_item_id_items_id_fk: { "an unknown item": { item_id: MISSING_ID } },
      item_photos_photo_id_photos_id_fk: { "an unknown photo": { photo_id: MISSING_ID, position: 2 } },
    },
    check: {
      item_photos_positions: {
        "a photo before the cover": { position: 0 },
        "a twenty-first photo": { position: 21 },
      },
    },
  },
});

describeTable({
  table: "listing_drafts",
  ids: "",
  fields: {
    id,
    userId: reference,
    itemId: optionalReference,
    content: json,
    updatedAt: createdInRealTime,
  },
  validRow: async (db) => ({ id: ID, user_id: await createUser(db), item_id: null, content: "{}" }),
  refused: {
    unique: {
      listing_drafts_pkey: { "a duplicate id": {} },
      listing_drafts_one_each: { "two drafts of a new listing": { id: MISSING_ID } },
    },
    reference: {
      listing_drafts_user_id_users_id_fk: { "an unknown user": { id: MISSING_ID, user_id: MISSING_ID } },
      listing_drafts_item_id_items_id_fk: { "an unknown item": { id: MISSING_ID, item_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "photos",
  ids: "",
  fields: {
    id,
    ownerId: reference,
    key: text,
    width: whole,
    height: whole,
    placeholder: text,
    hasAvif: yesNo(false),
    createdAt,
    unusedSince: { ...optionalInstant, default: "now()" },
  },
  validRow: async (db) => ({
    id: ID,
    owner_id: await createUser(db),
    key: "cover",
    width: 9,
    height: 6,
    placeholder: "",
  }),
  refused: {
    unique: {
      photos_pkey: { "a duplicate id": { key: "other" } },
      photos_key_unique: { "the files of another photo": { id: MISSING_ID } },
    },
    reference: {
      photos_owner_id_users_id_fk: { "an unknown owner": { id: MISSING_ID, key: "other", owner_id: MISSING_ID } },
    },
    check: { photos_have_size: { "a photo without a width": { width: 0 }, "a photo without a height": { height: 0 } } },
  },
});

describeTable({
  table: "owner_places",
  ids: "",
  fields: {
    ...{ id, ownerId: reference, createdAt },
    ...{ latitude: position, longitude: position, offsetMeters: position, offsetBearing: position },
  },
  validRow: async (db) => {
    const place = { latitude: 40.7, longitude: -74.2, offset_meters: 300, offset_bearing: 90 };
    return { id: ID, owner_id: await createUser(db), ...place };
  },
  refused: {
    unique: { owner_places_pkey: { "a duplicate id": {} } },
    reference: { owner_places_owner_id_users_id_fk: { "an unknown owner": { id: MISSING_ID, owner_id: MISSING_ID } } },
  },
});
