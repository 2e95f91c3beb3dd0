import { countOf } from "../../lib/count-of.ts";
import { rangeWords } from "../../lib/day-words.ts";
import { CONDITION_LABELS, EXCHANGE_LABELS } from "../../lib/item-labels.ts";
import { formatCents } from "../../lib/money.ts";
import type { Search } from "../../lib/search-address.ts";

const LONGEST_NAME = 100;

/** A name for a search, of its own words: “Kayak near Maplewood, up to $50”. */
export function nameOf(search: Search, categoryName: string | null): string {
  const subject = [search.search, categoryName].filter(Boolean).join(" in ") || "Everything";
  const where = whereOf(search);
  const name = [where ? `${subject} ${where}` : subject, priceOf(search)].filter(Boolean).join(", ");
  return capitalised(name).slice(0, LONGEST_NAME);
}

function whereOf({ position, place, bounds }: Search): string | null {
  if (bounds) return "on the map";
  return position && `near ${place?.replace(/,.*$/, "") ?? "me"}`;
}

/** What else narrows it, one after the other. */
export function detailsOf(search: Search, categoryName: string | null): string[] {
  const { position, place, radius, conditions, exchanges, rating, dates, quantity } = search;
  const details = [
    search.search && `“${search.search}”`,
    categoryName,
    position && `Within ${radius} mi of ${place ?? "me"}`,
    capitalised(priceOf(search) ?? ""),
    ...conditions.map((condition) => CONDITION_LABELS[condition]),
    ...exchanges.map((exchange) => EXCHANGE_LABELS[exchange]),
    rating !== null && `${rating} stars and up`,
    dates && rangeWords(dates.from, dates.to),
    quantity > 1 && `At least ${countOf(quantity, "unit")}`,
  ];
  return details.filter((detail): detail is string => Boolean(detail));
}

function priceOf({ minCents, maxCents }: Search): string | null {
  if (minCents === null) return maxCents === null ? null : `up to ${formatCents(maxCents)} a day`;
  if (maxCents === null) return `from ${formatCents(minCents)} a day`;
  return `${formatCents(minCents)} to ${formatCents(maxCents)} a day`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
