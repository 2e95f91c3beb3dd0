import { daysBetween } from "@nexby/domain/kernel/calendar";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { SEARCH_FILTERS } from "@nexby/domain/search/counted-search";
import { searchTextOf } from "@nexby/domain/search/search-text";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { amount, decimalNumber, localDay, namedObject, pageQuery, wholeNumber } from "../fields.ts";

export const SEARCH_SORTS = ["relevance", "distance", "price", "newest", "rating"] as const;

const DEFAULT_RADIUS_MILES = 25;
const MAX_RADIUS_MILES = 500;
const MAX_RENTAL_DAYS = 365;
const MAX_TEXT = 200;
const BOUNDS_MESSAGE = "Bounds must be south, west, north and east in degrees, such as 40.6,-74.4,40.8,-74.1";
const DEGREES = /^-?\d{1,3}(\.\d{1,15})?$/;
/** Control characters are useless in a search, and some cannot be stored as text. */
const CONTROL = /\p{Cc}+/gu;

/** Accepts one comma-separated value or a repeated parameter. */
const several = <Value extends string>(values: readonly [Value, ...Value[]], message: string) =>
  z
    .union([z.string().max(200, message), z.array(z.string().max(200, message)).max(20, message)], { error: message })
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(z.enum(values, { error: message })))
    .transform((chosen) => [...new Set(chosen)]);

const bounds = z
  .string({ error: BOUNDS_MESSAGE })
  .max(100, BOUNDS_MESSAGE)
  .transform((text, context) => {
    const parts = text.split(",").map((part) => part.trim());
    const [south = 91, west = 181, north = -91, east = -181] = parts.map(Number);
    const isReadable = parts.length === 4 && parts.every((part) => DEGREES.test(part));
    if (isReadable && -90 <= south && south < north && north <= 90 && -180 <= west && west < east && east <= 180) {
      return { south, west, north, east };
    }
    context.addIssue({ code: "custom", message: BOUNDS_MESSAGE });
    return z.NEVER;
  });

const filters = {
  search: z
    .string()
    .max(MAX_TEXT, `Please use at most ${MAX_TEXT} characters`)
    .transform((typed) => searchTextOf(typed.replace(CONTROL, " ")) ?? undefined)
    .optional()
    .describe("Words in the listing. Typos and partial words are matched"),
  category: z
    .string()
    .transform((typed) => typed.replace(CONTROL, " ").trim())
    .pipe(z.string().min(1, "Please choose a category").max(100, "Please choose a category"))
    .optional()
    .describe("A category's slug, id or exact name"),
  latitude: decimalNumber("Latitude", { least: -90, most: 90 }).optional(),
  longitude: decimalNumber("Longitude", { least: -180, most: 180 }).optional(),
  radius: decimalNumber("Radius", { least: 0.1, most: MAX_RADIUS_MILES })
    .default(DEFAULT_RADIUS_MILES)
    .describe("Miles around the place"),
  bounds: bounds.optional().describe("The south, west, north and east edges of a map, instead of the radius"),
  minPrice: amount("Minimum price").optional().describe("Per day, such as 25.00"),
  maxPrice: amount("Maximum price").optional().describe("Per day, such as 25.00"),
  condition: several(ITEM_CONDITIONS, "Please choose a condition").optional(),
  exchange: several(EXCHANGE_TYPES, "Please choose how to get the item").optional(),
  rating: decimalNumber("Rating", { least: 0, most: 5 }).optional().describe("Minimum rating"),
  startDate: localDay().optional(),
  endDate: localDay().optional(),
  quantity: wholeNumber("Quantity", { least: 1, most: 10_000 }).optional(),
};

type Places = { latitude?: number | undefined; longitude?: number | undefined };
type Dates = { startDate?: string | undefined; endDate?: string | undefined };
type Prices = { minPrice?: number | undefined; maxPrice?: number | undefined };

/** Checks that the fields are consistent with each other. */
const consistent = <Shape extends z.ZodType<Places & Dates & Prices>>(schema: Shape) =>
  schema
    .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
      path: ["longitude"],
      error: "Please send both latitude and longitude",
    })
    .refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
      path: ["endDate"],
      error: "Please choose both dates",
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ["endDate"],
      error: "End date must be after or equal to start date",
    })
    .refine((dates) => !isTooLong(dates), {
      path: ["endDate"],
      error: `A rental can be at most ${MAX_RENTAL_DAYS} days`,
    })
    .refine(({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }) => minPrice <= maxPrice, {
      path: ["maxPrice"],
      error: "Maximum price must be at least the minimum price",
    });

function isTooLong({ startDate, endDate }: Dates): boolean {
  if (!startDate || !endDate) return false;
  return daysBetween(startDate as never, endDate as never) >= MAX_RENTAL_DAYS;
}

/** Query of `GET /api/items`. The default order is by text relevance, else by distance, else newest first. */
export const searchQuery = consistent(
  z.object({
    ...pageQuery,
    ...filters,
    sort: z.enum(SEARCH_SORTS, { error: "Please choose a sort order" }).optional(),
  }),
).refine(({ sort, latitude, bounds }) => sort !== "distance" || latitude !== undefined || bounds !== undefined, {
  path: ["sort"],
  error: "Please choose a place to sort by distance",
});
export type SearchQuery = z.output<typeof searchQuery>;

/** The same without paging, for the counts and the histogram. */
export const searchFilter = consistent(z.object(filters));
export type SearchFilter = z.output<typeof searchFilter>;

const count = z.int().nonnegative();

export const searchFacets = namedObject("SearchFacets", {
  total: count.describe("At most 500"),
  isMore: z.boolean().describe("Whether there are more than the total"),
  isPartial: z.boolean().describe("Whether the counts below cover only the nearest or newest results"),
  categories: z.array(z.object({ id: z.uuid(), count })),
  conditions: z.array(z.object({ condition: z.enum(ITEM_CONDITIONS), count })),
  exchanges: z.array(z.object({ exchange: z.enum(EXCHANGE_TYPES), count })),
  ratings: z.array(z.object({ atLeast: z.number(), count })),
  prices: z.array(
    z.object({
      fromCents: z.int().nonnegative(),
      toCents: z.int().positive().nullable().describe("Exclusive. Null for no upper limit"),
      count,
    }),
  ),
});
export type SearchFacets = z.infer<typeof searchFacets>;

export const getSearchFacets = endpoint({
  method: "GET",
  path: "/api/search/facets",
  summary: "Count the items per filter option of a search",
  access: "public",
  query: searchFilter,
  response: searchFacets,
  errors: ["validation_failed"],
});

export const suggestSearches = endpoint({
  method: "GET",
  path: "/api/search/suggestions",
  summary: "Suggest up to six search terms for a text",
  access: "public",
  query: z.object({
    text: z
      .string()
      .max(MAX_TEXT, `Please use at most ${MAX_TEXT} characters`)
      .transform((typed) => typed.replace(CONTROL, " ").trim())
      .default("")
      .describe("The typed text, at least two characters"),
  }),
  response: z.array(z.string()),
  errors: ["validation_failed"],
});

const countedSearchView = namedObject("CountedSearch", {
  text: z.string(),
  searchCount: z.int().positive().describe("Counted once per visitor and day"),
  withoutResultCount: z.int().nonnegative(),
  lastResultCount: z.int().nonnegative().describe("Results on the last day it was searched, at most 100"),
  lastDay: z.iso.date(),
  filters: z.array(z.enum(SEARCH_FILTERS)).describe("Filters that were used with it"),
});
export type CountedSearchView = z.infer<typeof countedSearchView>;

export const listSearchAnalytics = endpoint({
  method: "GET",
  path: "/api/admin/searches",
  summary: "List what people searched for, most frequent first",
  access: "admin",
  query: z.object({
    ...pageQuery,
    days: wholeNumber("Days", { least: 1, most: 90 }).default(30).describe("Number of days, including today"),
    kind: z
      .enum(["all", "without_result"], { error: "Please choose which searches" })
      .default("all")
      .describe("All searches, or those without results, most frequent first"),
  }),
  response: z.array(countedSearchView),
  errors: ["validation_failed"],
});
