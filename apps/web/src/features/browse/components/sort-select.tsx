import { ChevronDown } from "lucide-react";
import { filtersRequest } from "../../../lib/filters-request.ts";
import { localMemory } from "../../../lib/safe-storage.ts";
import { SEARCH_SORTS, type Search, type SearchSort } from "../../../lib/search-address.ts";
import { storedPlace } from "../../../lib/visitor-place.ts";
import { SORT_LABELS, sortOf } from "../result-words.ts";
import type { ChangeSearch } from "../use-browse.ts";

type Props = { search: Search; onChange: ChangeSearch };

export function SortSelect({ search, onChange }: Props) {
  const sortBy = (sort: SearchSort) => {
    const isPlaced = search.position !== null || search.bounds !== null;
    if (sort !== "distance" || isPlaced) return onChange({ sort });
    // How far away something is takes a place to be away from.
    const place = storedPlace(localMemory);
    if (!place) return filtersRequest.set("distance");
    onChange({ sort, position: place, place: place.name });
  };
  // Without words nothing fits them better.
  const offered = SEARCH_SORTS.filter((sort) => sort !== "relevance" || search.search !== null);

  return (
    <label className="relative inline-flex min-w-0 items-center rounded-full border border-line bg-surface font-semibold text-sm hover:bg-subtle">
      <span className="sr-only">Sort by</span>
      <select
        value={sortOf(search)}
        onChange={(event) => sortBy(event.target.value as SearchSort)}
        className="h-11 min-w-0 appearance-none rounded-full bg-transparent pr-9 pl-4 text-ink"
      >
        {offered.map((sort) => (
          <option key={sort} value={sort} className="bg-surface">
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={2}
        aria-hidden="true"
        className="pointer-events-none absolute right-3.5 text-muted"
      />
    </label>
  );
}
