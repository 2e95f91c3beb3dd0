import type { SavedSearchInput } from "@nexby/contract/saved-search-fields";
import type { SavedSearchView } from "@nexby/contract/saved-searches";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { type Bounds, DEFAULT_RADIUS, NO_SEARCH, type Search } from "../../lib/search-address.ts";

const LARGEST_RADIUS = 500;

type Kept = Omit<SavedSearchInput, "name" | "hasAlerts">;

type Where = { position: Position | null; radius: number; place: string | null };

/** What is kept of a search: everything but its order. A part of the map becomes the circle around it. */
export function keptOf(search: Search): Kept {
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
    // What has no maximum stays without one, whatever the default.
    maxPrice: maxCents === null ? null : maxCents / 100,
    condition: [...search.conditions],
    exchange: [...search.exchanges],
    rating: search.rating,
    startDate: dates?.from ?? null,
    endDate: dates?.to ?? null,
    quantity: quantity === 1 ? null : quantity,
  };
}

/** A map wider than any circle we look in is kept as everywhere. */
function circleAround({ south, west, north, east }: Bounds): Where {
  const position = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const miles = milesBetween(position, { latitude: north, longitude: east });
  if (miles > LARGEST_RADIUS) return { position: null, radius: DEFAULT_RADIUS, place: null };
  return { position, radius: Math.max(0.1, Math.round(miles * 10) / 10), place: "Area on the map" };
}

/** The other way round: what to browse for. */
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
