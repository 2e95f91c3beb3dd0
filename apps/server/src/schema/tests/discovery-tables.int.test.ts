import { createItem, createUser } from "../../testing/factories.ts";
import { describeTable, type TableExpectations } from "../../testing/listings/catalogue.ts";
import { MISSING_ID } from "../../testing/listings/listed-items.ts";
import { savedSearches } from "../collections.ts";

const OTHER_ID = "0190a0a0-0000-7000-8000-000000000001";
const INSTANT = { type: "timestamp(3) with time zone", default: "app_now()" } as const;

const itemsOfUser = (table: string): Omit<TableExpectations, "table" | "ids" | "fields"> => ({
  validRow: async (db) => ({
    user_id: (await createUser(db, { id: OTHER_ID })) && (await createUser(db)),
    item_id: await createItem(db),
  }),
  refused: {
    unique: { [`${table}_one_each`]: { "a duplicate item of one user": {} } },
    reference: {
      [`${table}_user_id_users_id_fk`]: { "an unknown user": { user_id: MISSING_ID } },
      [`${table}_item_id_items_id_fk`]: { "an unknown item": { user_id: OTHER_ID, item_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "user_favorites",
  ids: "[DATA-12]",
  fields: { userId: { type: "uuid" }, itemId: { type: "uuid" }, createdAt: INSTANT },
  ...itemsOfUser("user_favorites"),
});

describeTable({
  table: "recently_viewed",
  ids: "[DATA-12]",
  fields: { userId: { type: "uuid" }, itemId: { type: "uuid" }, viewedAt: INSTANT },
  ...itemsOfUser("recently_viewed"),
});

describeTable({
  table: "saved_searches",
  ids: "[DATA-12]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    userId: { type: "uuid" },
    name: { type: "text" },
    query: { type: "text", nullable: true },
    category: { column: "category_id", type: "uuid", nullable: true },
    location: { type: "text", nullable: true },
    latitude: { type: "double precision", nullable: true },
    longitude: { type: "double precision", nullable: true },
    radius: { type: "double precision", default: 25 },
    minPrice: { column: "min_price_cents", type: "integer", default: 0 },
    maxPrice: { column: "max_price_cents", type: "integer", nullable: true, default: 20_000 },
    condition: { type: "text[]", default: "{}" },
    exchange: { type: "text[]", default: "{}" },
    minRating: { type: "double precision", nullable: true },
    startDate: { type: "date", nullable: true },
    endDate: { type: "date", nullable: true },
    quantity: { type: "integer", nullable: true },
    timezone: { type: "text" },
    newSince: INSTANT,
    nextAlertAt: { type: "timestamp(3) with time zone", nullable: true },
    createdAt: INSTANT,
  },
  validRow: async (db) => ({
    id: OTHER_ID,
    user_id: await createUser(db),
    name: "Kayaks",
    timezone: "America/New_York",
  }),
  refused: {
    unique: { saved_searches_pkey: { "a duplicate id": {} } },
    reference: {
      saved_searches_user_id_users_id_fk: { "an unknown user": { id: MISSING_ID, user_id: MISSING_ID } },
      saved_searches_category_id_categories_id_fk: {
        "an unknown category": { id: MISSING_ID, category_id: MISSING_ID },
      },
    },
    check: {
      saved_searches_name_has_text: { "an empty name": { name: " " }, "a long name": { name: "x".repeat(101) } },
      saved_searches_texts_are_short: {
        "an empty query": { query: "" },
        "a long query": { query: "x".repeat(201) },
        "an empty location": { location: "" },
        "a long location": { location: "x".repeat(201) },
      },
      saved_searches_place_is_whole: {
        "a latitude without a longitude": { latitude: 40 },
        "a latitude out of range": { latitude: 91, longitude: 0 },
        "a radius of zero": { radius: 0 },
      },
      saved_searches_prices_make_sense: {
        "a negative price": { min_price_cents: -1 },
        "a maximum below the minimum": { min_price_cents: 20_001 },
      },
      saved_searches_choices_are_known: {
        "an unknown condition": { condition: "{broken}" },
        "an unknown exchange": { exchange: "{mail}" },
        "a rating of six stars": { min_rating: 6 },
      },
      saved_searches_dates_are_whole: {
        "a start date without an end date": { start_date: "2035-06-04" },
        "an end before the start": { start_date: "2035-06-04", end_date: "2035-06-03" },
        "zero units": { quantity: 0 },
      },
    },
  },
});

describeTable({
  table: "saved_search_alerts",
  ids: "[DATA-12]",
  fields: { searchId: { type: "uuid" }, itemId: { type: "uuid" }, alertedAt: INSTANT },
  validRow: async (db) => {
    const search = { userId: await createUser(db), name: "Kayaks", timezone: "America/New_York" };
    await db.insert(savedSearches).values({ ...search, id: OTHER_ID });
    const [other] = await db.insert(savedSearches).values(search).returning();
    return { search_id: other?.id, item_id: await createItem(db) };
  },
  refused: {
    unique: { saved_search_alerts_once_each: { "a duplicate item of one search": {} } },
    reference: {
      saved_search_alerts_search_id_saved_searches_id_fk: { "an unknown search": { search_id: MISSING_ID } },
      saved_search_alerts_item_id_items_id_fk: { "an unknown item": { search_id: OTHER_ID, item_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "search_analytics",
  ids: "[DATA-12]",
  fields: {
    day: { type: "date" },
    text: { type: "text" },
    filters: { type: "text[]" },
    searches: { type: "integer" },
    withoutResult: { type: "integer" },
    results: { type: "smallint" },
  },
  validRow: async () => ({
    day: "2026-01-01",
    text: "kayak",
    filters: "{category,price}",
    searches: 3,
    without_result: 1,
    results: 24,
  }),
  refused: {
    unique: { search_analytics_one_each: { "a duplicate row": { searches: 1 } } },
    check: {
      search_analytics_text_is_short: { "an empty text": { text: "" }, "a long text": { text: "x".repeat(81) } },
      search_analytics_counts_make_sense: {
        "zero searches": { text: "a", searches: 0, without_result: 0 },
        "more searches without results than searches": { text: "a", without_result: 4 },
        "a negative number of searches without results": { text: "a", without_result: -1 },
        "a negative number of results": { text: "a", results: -1 },
        "a number of results above the limit": { text: "a", results: 101 },
      },
    },
  },
});

describeTable({
  table: "user_recommendations",
  ids: "[DATA-12]",
  fields: {
    userId: { type: "uuid" },
    place: { type: "smallint" },
    itemId: { type: "uuid" },
    reason: { type: "text" },
    becauseItemId: { type: "uuid", nullable: true },
    madeAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async (db) => ({
    user_id: (await createUser(db, { id: OTHER_ID })) && (await createUser(db)),
    place: 1,
    item_id: await createItem(db),
    reason: "viewed",
    because_item_id: await createItem(db),
  }),
  refused: {
    unique: {
      user_recommendations_in_order: { "two recommendations at one position": { item_id: MISSING_ID } },
      user_recommendations_one_each: { "a duplicate item": { place: 2 } },
    },
    check: {
      user_recommendations_reason_is_known: { "an unknown reason": { place: 2, reason: "paid" } },
      user_recommendations_reason_is_whole: {
        "a viewed reason without an item": { place: 2, because_item_id: null },
        "a popularity reason with an item": { place: 2, reason: "near" },
      },
      user_recommendations_are_few: {
        "a position after the last": { place: 25 },
        "a position before the first": { place: 0 },
      },
    },
    reference: {
      user_recommendations_user_id_users_id_fk: { "an unknown user": { user_id: MISSING_ID } },
      user_recommendations_item_id_items_id_fk: { "an unknown item": { place: 2, item_id: MISSING_ID } },
      user_recommendations_because_item_id_items_id_fk: {
        "an unknown reason item": { user_id: OTHER_ID, because_item_id: MISSING_ID },
      },
    },
  },
});
