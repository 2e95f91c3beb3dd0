import type { SearchFacets } from "@nexby/contract/discovery/search";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { daysBetween } from "@nexby/domain/kernel/calendar";
import { rangeText } from "../../lib/dates.ts";
import { CONDITION_LABELS, formatCents } from "../../lib/format.ts";
import { HANDOFF_TYPE_LABELS } from "../../lib/rental-labels.ts";
import type { Search, SearchSort } from "../../lib/search-url.ts";

export const SORT_LABELS: Record<SearchSort, string> = {
  relevance: "Best match",
  distance: "Nearest",
  price: "Lowest price",
  newest: "Newest",
  rating: "Top rated",
};

const SORTED_BY: Record<SearchSort, string> = {
  relevance: "best match first",
  distance: "nearest first",
  price: "lowest price first",
  newest: "newest first",
  rating: "top rated first",
};

type ResultCount = Pick<SearchFacets, "total" | "isMore">;

/** A total of 0 with `isMore` is unknown: none of the items checked so far is available, but a later one may be. */
export const isCounted = ({ total, isMore }: ResultCount): boolean => total > 0 || !isMore;

/** "500+ items", "1 item" */
export const resultCountCopy = ({ total, isMore }: ResultCount): string =>
  isMore ? `${total.toLocaleString("en-US")}+ items` : countOf(total, "item");

/** Includes the result count once it is known. */
export function headingOf(search: Search, categoryName: string | null, found: ResultCount | undefined): string {
  const about = search.search ? ` for “${search.search}”` : "";
  const kind = categoryName ? ` in ${categoryName}` : "";
  const where = whereOf(search);
  if (found && isCounted(found)) return `${resultCountCopy(found)}${about}${kind}${where ? ` ${where}` : ""}`;
  if (search.search) return `Items${about}${kind}`;
  return `${categoryName ?? "Items"} ${where || "near you"}`;
}

function whereOf({ position, bounds, place }: Search): string | null {
  if (bounds) return "on the map";
  return position && `near ${townOf(place) ?? "you"}`;
}

/** "Maplewood, NJ 07040" → "Maplewood" */
export const townOf = (place: string | null): string | null => place && (place.split(",").at(-2) ?? place).trim();

export const isPlaced = ({ position, bounds }: Search): boolean => position !== null || bounds !== null;

/** For the search's "Where" and "When". */
export function whereText({ position, place, radius, bounds }: Search): string {
  if (bounds) return "Map area";
  return position ? `${townOf(place) ?? "Near you"} · ${radius} mi` : "Anywhere";
}

export const whenText = ({ dates }: Search): string => (dates ? rangeText(dates.from, dates.to) : "Any dates");

/** The selected sort order, or the server's default. */
export function sortOf({ sort, search, position }: Search): SearchSort {
  if (sort) return sort;
  if (search) return "relevance";
  return position ? "distance" : "newest";
}

export function sublineOf(search: Search): string {
  const { dates } = search;
  const when = dates ? [rangeText(dates.from, dates.to), countOf(daysOf(dates), "day")] : [];
  const order = SORTED_BY[sortOf(search)];
  const [first = "", ...rest] = [...when, order, ...(dates ? ["totals include fees and tax"] : [])];
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" · ");
}

export const daysOf = ({ from, to }: NonNullable<Search["dates"]>): number => daysBetween(from, to) + 1;

/** `without` are the changes that remove the filter. */
type Chip = { id: string; label: string; without: Partial<Search> };

export function chipsOf(search: Search, categoryName: string | null): Chip[] {
  const { position, bounds, conditions, exchanges, rating, dates, quantity } = search;
  const price = priceText(search);
  const chip = (id: string, label: string | null | false, without: Partial<Search>): Chip[] =>
    label ? [{ id, label, without }] : [];
  return [
    ...chip("search", search.search && `“${search.search}”`, { search: null }),
    ...chip("category", categoryName, { category: null }),
    ...chip("place", position && !bounds && placeText(search), { position: null }),
    ...chip("bounds", bounds && "Map area", { bounds: null }),
    ...chip("dates", dates && rangeText(dates.from, dates.to), { dates: null }),
    ...chip("quantity", quantity > 1 && `At least ${quantity}`, { quantity: 1 }),
    ...chip("price", price, { minCents: null, maxCents: null }),
    ...conditions.flatMap((one) =>
      chip(one, CONDITION_LABELS[one], { conditions: conditions.filter((other) => other !== one) }),
    ),
    ...exchanges.flatMap((one) =>
      chip(one, HANDOFF_TYPE_LABELS[one], { exchanges: exchanges.filter((other) => other !== one) }),
    ),
    ...chip("rating", rating !== null && `${rating} stars and up`, { rating: null }),
  ];
}

/** Number of active filter types. */
export function countFilters(search: Search): number {
  const { position, bounds, minCents, maxCents, conditions, exchanges, rating, dates, quantity } = search;
  return [
    position || bounds,
    minCents !== null || maxCents !== null,
    conditions.length > 0,
    exchanges.length > 0,
    rating !== null,
    dates,
    quantity > 1,
  ].filter(Boolean).length;
}

/** Clears every filter; view and sort order stay. */
export const NO_FILTERS: Partial<Search> = {
  search: null,
  category: null,
  position: null,
  bounds: null,
  minCents: null,
  maxCents: null,
  conditions: [],
  exchanges: [],
  rating: null,
  dates: null,
  quantity: 1,
};

const placeText = ({ place, radius }: Search): string => `Within ${radius} mi of ${place ?? "you"}`;

function priceText({ minCents, maxCents }: Search): string | null {
  if (minCents === null) return maxCents === null ? null : `Up to ${formatCents(maxCents)}`;
  return maxCents === null ? `From ${formatCents(minCents)}` : `${formatCents(minCents)} – ${formatCents(maxCents)}`;
}
