import type { RecommendationView } from "@nexby/contract/discovery/saved";
import type { SavedSearchView } from "@nexby/contract/discovery/saved-searches";
import type { CountedSearchView } from "@nexby/contract/discovery/search";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { SEARCH_FILTERS } from "@nexby/domain/search/counted-search";
import { presentItem } from "../listings/public.ts";
import type { RecommendedItem } from "./recommendations.ts";
import type { NamedSearch } from "./saved-searches.queries.ts";
import type { SearchRow } from "./search-analytics.queries.ts";

const decimal = (amount: number): string => decimalFromCents(cents(amount));

export function presentSavedSearch({ search, category }: NamedSearch): SavedSearchView {
  return {
    id: search.id,
    name: search.name,
    query: search.query,
    category,
    location: search.location,
    latitude: search.latitude,
    longitude: search.longitude,
    radius: search.radius,
    minPrice: decimal(search.minPriceCents),
    maxPrice: search.maxPriceCents === null ? null : decimal(search.maxPriceCents),
    condition: search.condition,
    exchange: search.exchange,
    rating: search.minRating,
    startDate: search.startDate,
    endDate: search.endDate,
    quantity: search.quantity,
    hasAlerts: search.nextAlertAt !== null,
    createdAt: search.createdAt.toISOString(),
  };
}

export function presentRecommendation({ item, reason, ...row }: RecommendedItem): RecommendationView {
  const { becauseItemId: id, becauseTitle: title } = row;
  return { item: presentItem(item), reason, because: id !== null && title !== null ? { id, title } : null };
}

export function presentSearchCount(row: SearchRow): CountedSearchView {
  const used = new Set(row.filters.split(","));
  return {
    text: row.text,
    searchCount: row.searches,
    withoutResultCount: row.withoutResult,
    lastResultCount: row.results,
    lastDay: row.lastDay,
    filters: SEARCH_FILTERS.filter((kind) => used.has(kind)),
  };
}
