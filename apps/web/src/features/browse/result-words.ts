import type { SearchFacets } from "@nexby/contract/search";
import { daysBetween } from "@nexby/domain/kernel/calendar";
import { countOf } from "../../lib/count-of.ts";
import { rangeWords } from "../../lib/day-words.ts";
import type { Search, SearchSort } from "../../lib/search-address.ts";

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

type Found = Pick<SearchFacets, "total" | "isMore">;

/** Of many that are looked at, none may be free and a later one still be. */
export const isCounted = ({ total, isMore }: Found): boolean => total > 0 || !isMore;

/** "1,000+ results", "1 result" */
export const foundWords = ({ total, isMore }: Found): string =>
  isMore ? `${total.toLocaleString("en-US")}+ results` : countOf(total, "result");

/** What is shown, with how many there are as soon as that is known. */
export function headingOf(search: Search, categoryName: string | null, found: Found | undefined): string {
  const about = search.search ? ` for “${search.search}”` : "";
  const kind = categoryName ? ` in ${categoryName}` : "";
  const where = whereOf(search);
  if (found && isCounted(found)) return `${foundWords(found)}${about}${kind}${where ? ` ${where}` : ""}`;
  if (search.search) return `Results${about}${kind}`;
  return `${categoryName ?? "Items"} ${where || "near you"}`;
}

function whereOf({ position, bounds, place }: Search): string | null {
  if (bounds) return "on the map";
  return position && `near ${townOf(place) ?? "you"}`;
}

/** "Maplewood, NJ 07040" → "Maplewood" */
export const townOf = (place: string | null): string | null => place && (place.split(",").at(-2) ?? place).trim();

/** The order the server chooses where nobody does. */
export function sortOf({ sort, search, position }: Search): SearchSort {
  if (sort) return sort;
  if (search) return "relevance";
  return position ? "distance" : "newest";
}

/** When, for how long, and in which order. */
export function sublineOf(search: Search): string {
  const { dates } = search;
  const when = dates ? [rangeWords(dates.from, dates.to), countOf(daysOf(dates), "day")] : [];
  const order = SORTED_BY[sortOf(search)];
  const [first = "", ...rest] = [...when, order];
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" · ");
}

/** For how many days how many are wanted, multiplied; null where nobody said when. */
export const unitDaysOf = ({ dates, quantity }: Search): number | null => dates && daysOf(dates) * quantity;

export const daysOf = ({ from, to }: NonNullable<Search["dates"]>): number => daysBetween(from, to) + 1;
