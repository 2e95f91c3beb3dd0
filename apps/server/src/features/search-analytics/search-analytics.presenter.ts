import type { CountedSearchView } from "@nexby/contract/search-analytics";
import { SEARCH_FILTERS } from "@nexby/domain/search/counted-search";
import type { SearchRow } from "./search-analytics.repository.ts";

export function presentSearch(row: SearchRow): CountedSearchView {
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
