import { addDays, localTime } from "../kernel/calendar.ts";
import { instantOf, localDateOf } from "../kernel/zones.ts";

export const SEARCH_FILTERS = [
  "category",
  "condition",
  "dates",
  "exchange",
  "place",
  "price",
  "quantity",
  "rating",
] as const;
export type SearchFilterKind = (typeof SEARCH_FILTERS)[number];

export const MAX_COUNTED_TEXT = 80;

/** Possible personal data: email and web addresses, long numbers in any grouping, street addresses. */
const PERSONAL = [
  /@/,
  /\b(https?:|www\.)/,
  /\d(?:[\s().+/-]*\d){5,}/,
  /\b\d+\s+(?:\p{L}+\s+){1,3}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|terrace)\b/u,
];

/** The text a search is counted under; null if it must not be stored. */
export function countedTextOf(typed: string): string | null {
  const text = typed.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  if (text === "" || text.length > MAX_COUNTED_TEXT) return null;
  return PERSONAL.some((pattern) => pattern.test(text)) ? null : text;
}

type FilterFields = {
  readonly [Field in
    | "category"
    | "condition"
    | "exchange"
    | "latitude"
    | "maxPrice"
    | "minPrice"
    | "quantity"
    | "rating"
    | "startDate"]?: unknown;
};

/** The kinds of filters a search uses. The chosen values are left out on purpose. */
export function filterKindsOf(query: FilterFields): SearchFilterKind[] {
  const isUsed: Record<SearchFilterKind, boolean> = {
    category: query.category !== undefined,
    condition: query.condition !== undefined,
    dates: query.startDate !== undefined,
    exchange: query.exchange !== undefined,
    place: query.latitude !== undefined,
    price: query.minPrice !== undefined || query.maxPrice !== undefined,
    quantity: query.quantity !== undefined,
    rating: query.rating !== undefined,
  };
  return SEARCH_FILTERS.filter((kind) => isUsed[kind]);
}

const MORNING = localTime("08:00");

/** The next 8:00 AM in a time zone, after now. */
export function nextMorning(now: Date, zone: string): Date {
  const today = localDateOf(now, zone);
  const morning = instantOf(today, MORNING, zone);
  return morning > now ? morning : instantOf(addDays(today, 1), MORNING, zone);
}
