import type { SearchFilter } from "@nexby/contract/search";
import { cents } from "@nexby/domain/kernel/money";
import type { SavedSearchRow } from "./saved-searches.repository.ts";

/** A saved search in the words of the search. */
export function filterOf(row: SavedSearchRow): SearchFilter {
  return {
    search: row.query ?? undefined,
    category: row.categoryId ?? undefined,
    latitude: row.latitude ?? undefined,
    longitude: row.longitude ?? undefined,
    radius: row.radius,
    minPrice: row.minPriceCents === 0 ? undefined : cents(row.minPriceCents),
    maxPrice: row.maxPriceCents === null ? undefined : cents(row.maxPriceCents),
    condition: row.condition.length === 0 ? undefined : row.condition,
    exchange: row.exchange.length === 0 ? undefined : row.exchange,
    rating: row.minRating ?? undefined,
    startDate: row.startDate ?? undefined,
    endDate: row.endDate ?? undefined,
    quantity: row.quantity ?? undefined,
  };
}
