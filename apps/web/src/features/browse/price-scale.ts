import type { SearchFacets } from "@nexby/contract/search";

type Prices = SearchFacets["prices"];
export type PriceRange = { minCents: number | null; maxCents: number | null };

/** Where the two thumbs stand: 0 is before the first step, as many as there are steps is after the last one. */
export function thumbsOf(prices: Prices, { minCents, maxCents }: PriceRange): { low: number; high: number } {
  const low = minCents === null ? 0 : prices.findLastIndex(({ fromCents }) => fromCents <= minCents);
  const after = maxCents === null ? -1 : prices.findIndex(({ toCents }) => toCents !== null && toCents >= maxCents);
  return { low: Math.max(0, low), high: after < 0 ? prices.length : after + 1 };
}

/** The ends mean no limit. */
export const lowestAt = (prices: Prices, thumb: number): number | null =>
  thumb <= 0 ? null : (prices[thumb]?.fromCents ?? null);

export const highestAt = (prices: Prices, thumb: number): number | null =>
  thumb >= prices.length ? null : (prices[thumb - 1]?.toCents ?? null);

/** How high each bar is, of 1; the smallest that is not empty can still be seen. */
export function barHeights(prices: Prices): number[] {
  const most = Math.max(1, ...prices.map(({ count }) => count));
  return prices.map(({ count }) => (count === 0 ? 0 : Math.max(0.06, count / most)));
}

/** What was typed; null for nothing that is an amount. */
export function centsOf(typed: string): number | null {
  // The thousands of what stands there already may be typed on.
  const text = typed.trim().replace(/^\$|,(?=\d{3})/g, "");
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text) * 100);
}
