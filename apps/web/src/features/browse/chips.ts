import { rangeWords } from "../../lib/day-words.ts";
import { CONDITION_LABELS, EXCHANGE_LABELS } from "../../lib/item-labels.ts";
import { formatCents } from "../../lib/money.ts";
import type { Search } from "../../lib/search-address.ts";

/** One thing the results are narrowed by, and what the search is without it. */
export type Chip = { id: string; label: string; without: Partial<Search> };

export function chipsOf(search: Search, categoryName: string | null): Chip[] {
  const { position, bounds, conditions, exchanges, rating, dates, quantity } = search;
  const price = priceWords(search);
  const chip = (id: string, label: string | null | false, without: Partial<Search>): Chip[] =>
    label ? [{ id, label, without }] : [];
  return [
    ...chip("search", search.search && `“${search.search}”`, { search: null }),
    ...chip("category", categoryName, { category: null }),
    ...chip("place", position && !bounds && placeWords(search), { position: null }),
    ...chip("bounds", bounds && "Area on the map", { bounds: null }),
    ...chip("dates", dates && rangeWords(dates.from, dates.to), { dates: null }),
    ...chip("quantity", quantity > 1 && `At least ${quantity}`, { quantity: 1 }),
    ...chip("price", price, { minCents: null, maxCents: null }),
    ...conditions.flatMap((one) =>
      chip(one, CONDITION_LABELS[one], { conditions: conditions.filter((other) => other !== one) }),
    ),
    ...exchanges.flatMap((one) =>
      chip(one, EXCHANGE_LABELS[one], { exchanges: exchanges.filter((other) => other !== one) }),
    ),
    ...chip("rating", rating !== null && `${rating} stars and up`, { rating: null }),
  ];
}

/** How many of the choices of the filters are made. */
export function countFilters(search: Search): number {
  const { position, bounds, minCents, maxCents, conditions, exchanges, rating, dates, quantity } = search;
  return [
    position || bounds,
    minCents !== null || maxCents !== null,
    conditions.length > 0,
    exchanges.length > 0,
    rating !== null,
    dates,
    quantity > 1,
  ].filter(Boolean).length;
}

/** Everything that narrows the results, undone; how they are shown stays. */
export const NO_FILTERS: Partial<Search> = {
  search: null,
  category: null,
  position: null,
  bounds: null,
  minCents: null,
  maxCents: null,
  conditions: [],
  exchanges: [],
  rating: null,
  dates: null,
  quantity: 1,
};

const placeWords = ({ place, radius }: Search): string => `Within ${radius} mi of ${place ?? "you"}`;

function priceWords({ minCents, maxCents }: Search): string | null {
  if (minCents === null) return maxCents === null ? null : `Up to ${formatCents(maxCents)}`;
  return maxCents === null ? `From ${formatCents(minCents)}` : `${formatCents(minCents)} – ${formatCents(maxCents)}`;
}
