import type { SearchQuery } from "@nexby/contract/discovery/search";
import { daysBetween, isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import type { Position } from "@nexby/domain/kernel/distance";
import {
  EXCHANGE_TYPES,
  type ExchangeType,
  ITEM_CONDITIONS,
  type ItemCondition,
} from "@nexby/domain/listings/item-terms";
import { searchTextOf } from "@nexby/domain/search/search-text";
import { useSearch } from "wouter";
import { withQuery } from "./paths.ts";

export type SearchSort = NonNullable<SearchQuery["sort"]>;
export const SEARCH_SORTS: readonly SearchSort[] = ["relevance", "distance", "price", "newest", "rating"];

/** Area of a map with results, in degrees. */
export type Bounds = { readonly south: number; readonly west: number; readonly north: number; readonly east: number };

/** Everything that determines which items are shown and how. The URL is its only source. */
export type Search = {
  readonly search: string | null;
  /** As given: a slug, an id or a name. */
  readonly category: string | null;
  readonly position: Position | null;
  /** Name of the position; null for the device's position. */
  readonly place: string | null;
  /** Miles around the position. */
  readonly radius: number;
  readonly bounds: Bounds | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly conditions: readonly ItemCondition[];
  readonly exchanges: readonly ExchangeType[];
  /** Minimum number of stars. */
  readonly rating: number | null;
  readonly dates: { readonly from: LocalDate; readonly to: LocalDate } | null;
  readonly quantity: number;
  /** Null for the best match. */
  readonly sort: SearchSort | null;
  /** Null for the default of the screen. */
  readonly view: "list" | "map" | null;
};

export const DEFAULT_RADIUS = 25;
const MAX_RADIUS = 500;
const MAX_CENTS = 10_000_000;
const MAX_UNITS = 10_000;
const MAX_DAYS = 365;
const [FIRST_DAY, LAST_DAY] = ["1900-01-01", "2199-12-31"];
const CONTROL = /\p{Cc}+/gu;
const VIEWS = ["list", "map"] as const;

/** Anyone can write a URL, so invalid and inconsistent values are left out. */
export function parseSearchUrl(query: string): Search {
  const params = new URLSearchParams(query);
  const text = (name: string, longest: number) =>
    searchTextOf((params.get(name) ?? "").replace(CONTROL, " ").slice(0, longest));
  const [latitude, longitude] = [numberIn(params.get("latitude"), 90), numberIn(params.get("longitude"), 180)];
  const radius = numberIn(params.get("radius"), MAX_RADIUS);
  const rating = numberIn(params.get("rating"), 5);
  const quantity = numberIn(params.get("quantity"), MAX_UNITS);
  return consistent({
    search: text("search", 200),
    category: text("category", 100),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    place: text("place", 200),
    radius: radius !== null && radius >= 0.1 ? radius : DEFAULT_RADIUS,
    bounds: boundsIn(params.get("bounds")),
    minCents: centsIn(params.get("minPrice")),
    maxCents: centsIn(params.get("maxPrice")),
    conditions: severalIn(params.getAll("condition"), ITEM_CONDITIONS),
    exchanges: severalIn(params.getAll("exchange"), EXCHANGE_TYPES),
    rating: rating !== null && rating > 0 ? rating : null,
    dates: datesIn(params.get("startDate"), params.get("endDate")),
    quantity: quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
    sort: SEARCH_SORTS.find((sort) => sort === params.get("sort")) ?? null,
    view: VIEWS.find((view) => view === params.get("view")) ?? null,
  });
}

export const NO_SEARCH: Search = parseSearchUrl("");

export const changedSearch = (search: Search, changes: Partial<Search>): Search =>
  consistent({ ...search, ...changes });

/** Drops values that do not fit the others. */
function consistent(search: Search): Search {
  const { position, bounds, minCents, maxCents, sort } = search;
  const isPossible = sort === "distance" ? position || bounds : sort !== "relevance" || search.search;
  return {
    ...search,
    place: position ? search.place : null,
    radius: position ? search.radius : DEFAULT_RADIUS,
    minCents: minCents === 0 ? null : minCents,
    maxCents: maxCents !== null && maxCents < (minCents ?? 0) ? null : maxCents,
    sort: isPossible ? sort : null,
  };
}

/** Parameters for the server, in the order of its contract. */
export function filterQuery(search: Search): Record<string, string | null> {
  const { position, bounds, radius, rating, dates, quantity } = search;
  return {
    search: search.search,
    category: search.category,
    latitude: position && degrees(position.latitude),
    longitude: position && degrees(position.longitude),
    radius: radius === DEFAULT_RADIUS ? null : String(radius),
    bounds: bounds && [bounds.south, bounds.west, bounds.north, bounds.east].map(degrees).join(","),
    minPrice: search.minCents === null ? null : dollars(search.minCents),
    maxPrice: search.maxCents === null ? null : dollars(search.maxCents),
    condition: search.conditions.join(","),
    exchange: search.exchanges.join(","),
    rating: rating === null ? null : String(rating),
    startDate: dates?.from ?? null,
    endDate: dates?.to ?? null,
    quantity: quantity === 1 ? null : String(quantity),
  };
}

export const browsePath = (search: Search): string =>
  withQuery("/browse", { ...filterQuery(search), sort: search.sort, place: search.place, view: search.view });

function numberIn(text: string | null, most: number): number | null {
  if (text === null || !/^-?\d{1,9}(\.\d{1,15})?$/.test(text)) return null;
  const number = Number(text);
  return Math.abs(number) <= most ? number : null;
}

function centsIn(text: string | null): number | null {
  if (text === null || !/^\d{1,6}(\.\d{1,2})?$/.test(text)) return null;
  const cents = Math.round(Number(text) * 100);
  return cents <= MAX_CENTS ? cents : null;
}

/** Values can be separated by commas or repeated. */
function severalIn<Value extends string>(given: readonly string[], known: readonly Value[]): Value[] {
  const chosen = given.flatMap((text) => text.split(","));
  return known.filter((value) => chosen.includes(value));
}

function boundsIn(text: string | null): Bounds | null {
  const parts = (text ?? "").split(",");
  const [south, west, north, east] = parts.map((part, index) => numberIn(part.trim(), index % 2 === 0 ? 90 : 180));
  if (parts.length !== 4 || south == null || west == null || north == null || east == null) return null;
  return south < north && west < east ? { south, west, north, east } : null;
}

function datesIn(from: string | null, to: string | null): Search["dates"] {
  if (!from || !to || !isLocalDate(from) || !isLocalDate(to)) return null;
  const isPossible = from >= FIRST_DAY && from <= to && to <= LAST_DAY && daysBetween(from, to) < MAX_DAYS;
  return isPossible ? { from, to } : null;
}

/** To about a meter. */
const degrees = (value: number): string => String(Number(value.toFixed(5)) || 0);

const dollars = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/**
 * The query of the URL as written. The router decodes it before it can be parsed, which would break values that are
 * encoded twice, such as a URL within the URL.
 */
export const useExactSearch = (): string => (useSearch() === "" ? "" : location.search.slice(1));
