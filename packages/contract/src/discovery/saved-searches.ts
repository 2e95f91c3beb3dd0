import { daysBetween } from "@nexby/domain/kernel/calendar";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  amount,
  decimal,
  decimalNumber,
  done,
  localDay,
  namedObject,
  oneLine,
  orNull,
  wholeNumber,
} from "../fields.ts";

const MAX_SEARCH_NAME = 100;
const DEFAULT_RADIUS_MILES = 25;
const MAX_RADIUS_MILES = 500;
const DEFAULT_MAX_PRICE = "200.00";
const MAX_RENTAL_DAYS = 365;

const shortText = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);
const several = <Value extends string>(values: readonly [Value, ...Value[]], message: string) =>
  z
    .array(z.enum(values, { error: message }), { error: message })
    .max(20, message)
    .transform((chosen) => [...new Set(chosen)]);

const fields = {
  name: oneLine("Name is required", MAX_SEARCH_NAME),
  query: orNull(shortText(200)).describe("Words in the listing"),
  category: orNull(shortText(100)).describe("A category's slug, id or exact name"),
  location: orNull(shortText(200)).describe("The place name, such as Maplewood, NJ"),
  latitude: orNull(decimalNumber("Latitude", { least: -90, most: 90 })),
  longitude: orNull(decimalNumber("Longitude", { least: -180, most: 180 })),
  radius: decimalNumber("Radius", { least: 0.1, most: MAX_RADIUS_MILES }).describe("Miles around the place"),
  minPrice: amount("Minimum price").describe("Per day, such as 25.00"),
  maxPrice: amount("Maximum price").nullable().describe("Per day, such as 25.00; null for no maximum"),
  condition: several(ITEM_CONDITIONS, "Please choose a condition").describe("Empty for any"),
  exchange: several(EXCHANGE_TYPES, "Please choose how to get the item").describe("Empty for any"),
  rating: orNull(decimalNumber("Rating", { least: 0, most: 5 })).describe("Minimum rating"),
  startDate: orNull(localDay()),
  endDate: orNull(localDay()),
  quantity: orNull(wholeNumber("Quantity", { least: 1, most: 10_000 })),
  hasAlerts: z
    .boolean({ error: "Please choose yes or no" })
    .describe("Whether to send an alert about new items once a day"),
};

/** A partial update: omitted fields stay unchanged. */
const savedSearchChange = z.object(fields).partial();
export type SavedSearchChange = z.output<typeof savedSearchChange>;

/** Fields of the form that names a saved search. */
export const savedSearchNaming = z.object({ name: fields.name, hasAlerts: fields.hasAlerts });

const wholeSearch = z.object({
  ...fields,
  radius: fields.radius.default(DEFAULT_RADIUS_MILES),
  minPrice: fields.minPrice.prefault("0.00"),
  maxPrice: fields.maxPrice.prefault(DEFAULT_MAX_PRICE),
  condition: fields.condition.default([]),
  exchange: fields.exchange.default([]),
  hasAlerts: fields.hasAlerts.default(true),
});
export type SavedSearch = z.output<typeof wholeSearch>;

const RULES: readonly { field: keyof SavedSearch; message: string; isBroken(search: SavedSearch): boolean }[] = [
  {
    field: "longitude",
    message: "Please send both latitude and longitude",
    isBroken: ({ latitude, longitude }) => (latitude === null) !== (longitude === null),
  },
  {
    field: "endDate",
    message: "Please choose both dates",
    isBroken: ({ startDate, endDate }) => (startDate === null) !== (endDate === null),
  },
  {
    field: "endDate",
    message: "End date must be after or equal to start date",
    isBroken: ({ startDate, endDate }) => startDate !== null && endDate !== null && startDate > endDate,
  },
  {
    field: "endDate",
    message: `A rental can be at most ${MAX_RENTAL_DAYS} days`,
    isBroken: ({ startDate, endDate }) =>
      startDate !== null && endDate !== null && daysBetween(startDate, endDate) >= MAX_RENTAL_DAYS,
  },
  {
    field: "maxPrice",
    message: "Maximum price must be at least the minimum price",
    isBroken: ({ minPrice, maxPrice }) => maxPrice !== null && minPrice > maxPrice,
  },
];

/** Conflicts between fields that are each valid on their own. */
export const searchContradictionsOf = (search: SavedSearch) =>
  RULES.filter(({ isBroken }) => isBroken(search)).map(({ field, message }) => ({ field, message }));

/** A complete search: each field is validated by itself, then all together. */
const savedSearchBody = wholeSearch.superRefine((search, context) => {
  for (const { field, message } of searchContradictionsOf(search)) {
    context.addIssue({ code: "custom", path: [field], message });
  }
});
export type SavedSearchInput = z.input<typeof savedSearchBody>;

export const MAX_SAVED_SEARCHES = 25;

const savedSearchView = namedObject("SavedSearch", {
  id: z.uuid(),
  name: z.string(),
  query: z.string().nullable(),
  category: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }).nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radius: z.number().positive().describe("Miles"),
  minPrice: decimal,
  maxPrice: decimal.nullable().describe("Null for no maximum"),
  condition: z.array(z.enum(ITEM_CONDITIONS)).describe("Empty for any"),
  exchange: z.array(z.enum(EXCHANGE_TYPES)).describe("Empty for any"),
  rating: z.number().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  quantity: z.int().positive().nullable(),
  hasAlerts: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type SavedSearchView = z.infer<typeof savedSearchView>;

const ownSearch = { params: z.object({ searchId: z.uuid() }) };

export const listSavedSearches = endpoint({
  method: "GET",
  path: "/api/saved-searches",
  summary: "List your saved searches, newest first",
  access: "signed-in",
  response: z.array(savedSearchView),
  errors: [],
});

export const createSavedSearch = endpoint({
  method: "POST",
  path: "/api/saved-searches",
  summary: "Save a search",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  body: savedSearchBody,
  response: savedSearchView,
  status: 201,
  errors: ["validation_failed", "too_many_saved_searches"],
});

export const updateSavedSearch = endpoint({
  method: "PATCH",
  path: "/api/saved-searches/:searchId",
  summary: "Update a saved search",
  access: "signed-in",
  ...ownSearch,
  body: savedSearchChange,
  response: savedSearchView,
  errors: ["validation_failed", "not_found"],
});

export const deleteSavedSearch = endpoint({
  method: "DELETE",
  path: "/api/saved-searches/:searchId",
  summary: "Delete a saved search",
  access: "signed-in",
  ...ownSearch,
  response: done,
  errors: ["not_found"],
});
