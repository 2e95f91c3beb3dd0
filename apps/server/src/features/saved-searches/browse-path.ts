import { decimalFromCents } from "@nexby/domain/kernel/money";
import type { NamedSearch } from "./saved-searches.repository.ts";
import { filterOf } from "./search-query.ts";

/** The page on which a search shows what it finds, the newest first. */
export function browsePathOf({ search, category }: NamedSearch): string {
  const { minPrice, maxPrice, ...filter } = filterOf(search);
  const query = {
    ...filter,
    category: category?.slug,
    minPrice: minPrice && decimalFromCents(minPrice),
    maxPrice: maxPrice && decimalFromCents(maxPrice),
    place: search.latitude === null ? null : search.location,
    sort: "newest",
  };
  const path = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) path.set(name, String(value));
  return `/browse?${path}`;
}
