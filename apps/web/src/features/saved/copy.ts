import type { SavedSearchInput, SavedSearchView } from "@nexby/contract/discovery/saved-searches";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { rangeText } from "../../lib/dates.ts";
import { CONDITION_LABELS, formatCents } from "../../lib/format.ts";
import { HANDOFF_TYPE_LABELS } from "../../lib/rental-labels.ts";
import { type Bounds, DEFAULT_RADIUS, NO_SEARCH, type Search } from "../../lib/search-url.ts";

const MAX_RADIUS = 500;

type SavedFields = Omit<SavedSearchInput, "name" | "hasAlerts">;

type Where = { position: Position | null; radius: number; place: string | null };

/** Converts a search for saving, without its sort order. A map area becomes the circle around it. */
export function savedSearchOf(search: Search): SavedFields {
  const { position, place, radius, bounds, minCents, maxCents, dates, quantity } = search;
  const where = bounds ? circleAround(bounds) : { position, radius, place };
  return {
    query: search.search,
    category: search.category,
    location: where.place,
    latitude: where.position?.latitude ?? null,
    longitude: where.position?.longitude ?? null,
    radius: where.radius,
    minPrice: (minCents ?? 0) / 100,
    // Sent explicitly, so that the default maximum doesn't apply.
    maxPrice: maxCents === null ? null : maxCents / 100,
    condition: [...search.conditions],
    exchange: [...search.exchanges],
    rating: search.rating,
    startDate: dates?.from ?? null,
    endDate: dates?.to ?? null,
    quantity: quantity === 1 ? null : quantity,
  };
}

/** A map area larger than the maximum radius is saved without a place. */
function circleAround({ south, west, north, east }: Bounds): Where {
  const position = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const miles = milesBetween(position, { latitude: north, longitude: east });
  if (miles > MAX_RADIUS) return { position: null, radius: DEFAULT_RADIUS, place: null };
  return { position, radius: Math.max(0.1, Math.round(miles * 10) / 10), place: "Map area" };
}

/** Converts a saved search back to a search. */
export function searchOf(saved: SavedSearchView): Search {
  const { latitude, longitude, startDate, endDate } = saved;
  const dates =
    startDate && endDate && isLocalDate(startDate) && isLocalDate(endDate) ? { from: startDate, to: endDate } : null;
  const minCents = centsOf(saved.minPrice);
  return {
    ...NO_SEARCH,
    search: saved.query,
    category: saved.category?.slug ?? null,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    place: saved.location,
    radius: saved.radius,
    minCents: minCents === 0 ? null : minCents,
    maxCents: saved.maxPrice === null ? null : centsOf(saved.maxPrice),
    conditions: saved.condition,
    exchanges: saved.exchange,
    rating: saved.rating,
    dates,
    quantity: saved.quantity ?? 1,
  };
}

const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100);

const MAX_NAME = 100;

/** A default name such as “Kayak near Maplewood, up to $50”. */
export function nameOf(search: Search, categoryName: string | null): string {
  const subject = [search.search, categoryName].filter(Boolean).join(" in ") || "Everything";
  const where = whereOf(search);
  const name = [where ? `${subject} ${where}` : subject, priceOf(search)].filter(Boolean).join(", ");
  return capitalised(name).slice(0, MAX_NAME);
}

function whereOf({ position, place, bounds }: Search): string | null {
  if (bounds) return "on the map";
  return position && `near ${place?.replace(/,.*/, "") ?? "me"}`;
}

/** A text per active filter. */
export function detailsOf(search: Search, categoryName: string | null): string[] {
  const { position, place, radius, conditions, exchanges, rating, dates, quantity } = search;
  const details = [
    search.search && `“${search.search}”`,
    categoryName,
    position && `Within ${radius} mi of ${place ?? "me"}`,
    capitalised(priceOf(search) ?? ""),
    ...conditions.map((condition) => CONDITION_LABELS[condition]),
    ...exchanges.map((exchange) => HANDOFF_TYPE_LABELS[exchange]),
    rating !== null && `${rating} stars and up`,
    dates && rangeText(dates.from, dates.to),
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
