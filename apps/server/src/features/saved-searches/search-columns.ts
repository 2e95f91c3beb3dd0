import type { SavedSearch } from "@nexby/contract/saved-search-fields";
import { cents } from "@nexby/domain/kernel/money";
import { timezoneAt } from "../places/public.ts";
import type { SavedSearchRow } from "./saved-searches.repository.ts";

/** People have no zone of their own; where a search names no place either, it is morning where the platform is. */
const PLATFORM_ZONE = "America/New_York";

/** A search as it is stored, but for whose it is, its category and when it alerts. */
export function columnsOf({ category: _, hasAlerts: __, minPrice, maxPrice, rating, ...search }: SavedSearch) {
  const { latitude, longitude } = search;
  return {
    ...search,
    minPriceCents: minPrice,
    maxPriceCents: maxPrice,
    minRating: rating,
    timezone: latitude === null || longitude === null ? PLATFORM_ZONE : timezoneAt({ latitude, longitude }),
  };
}

/** The other way round: what a change begins with. */
export function searchOf(row: SavedSearchRow): SavedSearch {
  return {
    name: row.name,
    query: row.query,
    category: row.categoryId,
    location: row.location,
    latitude: row.latitude,
    longitude: row.longitude,
    radius: row.radius,
    minPrice: cents(row.minPriceCents),
    maxPrice: row.maxPriceCents === null ? null : cents(row.maxPriceCents),
    condition: row.condition,
    exchange: row.exchange,
    rating: row.minRating,
    startDate: row.startDate,
    endDate: row.endDate,
    quantity: row.quantity,
    hasAlerts: row.nextAlertAt !== null,
  };
}
