import type { SearchFacets } from "@nexby/contract/discovery/search";
import { TypedField } from "../../../components/ui/typed-field.tsx";
import { formatCents } from "../../../lib/format.ts";

type Props = { prices: SearchFacets["prices"]; range: PriceRange; onChange: (range: PriceRange) => void };

/** Price histogram with a range slider; the text fields accept amounts between the steps. */
export function PriceFilter({ prices, range, onChange }: Props) {
  const { minCents, maxCents } = range;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Price per day</legend>
      {prices.length > 0 && <PriceSlider prices={prices} range={range} onChange={onChange} />}
      <div className="mt-3 grid grid-cols-2 gap-3">
        <TypedField
          label="Minimum"
          inputMode="decimal"
          placeholder="$0"
          maxLength={10}
          value={minCents === null ? "" : formatCents(minCents)}
          onChange={(typed) => {
            const lowest = centsOf(typed);
            const isOver = lowest !== null && maxCents !== null && lowest > maxCents;
            onChange({ minCents: lowest, maxCents: isOver ? null : maxCents });
          }}
        />
        <TypedField
          label="Maximum"
          inputMode="decimal"
          placeholder="No limit"
          maxLength={10}
          value={maxCents === null ? "" : formatCents(maxCents)}
          onChange={(typed) => {
            const highest = centsOf(typed);
            const isUnder = highest !== null && minCents !== null && highest < minCents;
            onChange({ minCents: isUnder ? null : minCents, maxCents: highest });
          }}
        />
      </div>
    </fieldset>
  );
}

function PriceSlider({ prices, range, onChange }: Props) {
  const { low, high } = thumbsOf(prices, range);
  const heights = barHeights(prices);
  const last = prices.length;
  const [lowest, highest] = [lowestAt(prices, low), highestAt(prices, high)];

  return (
    <div className="mt-2 px-5.5">
      <div aria-hidden="true" className="flex h-20 items-end gap-px">
        {prices.map(({ fromCents }, index) => (
          <span
            key={fromCents}
            className={`flex-1 rounded-t-sm ${index >= low && index < high ? "bg-primary" : "bg-line"}`}
            style={{ height: `${(heights[index] ?? 0) * 100}%` }}
          />
        ))}
      </div>
      <div className="relative -mx-5.5 -mt-5.5 h-11">
        <span className="absolute inset-x-5.5 top-1/2 h-0.5 -translate-y-1/2 bg-line-strong" />
        <input
          type="range"
          aria-label="Minimum price"
          aria-valuetext={lowest === null ? "no limit" : formatCents(lowest)}
          min={0}
          max={last}
          value={low}
          onChange={(event) => {
            const thumb = Math.min(Number(event.target.value), high - 1);
            onChange({ ...range, minCents: lowestAt(prices, thumb) });
          }}
          className="range-thumbs"
        />
        <input
          type="range"
          aria-label="Maximum price"
          aria-valuetext={highest === null ? "no limit" : formatCents(highest)}
          min={0}
          max={last}
          value={high}
          onChange={(event) => {
            const thumb = Math.max(Number(event.target.value), low + 1);
            onChange({ ...range, maxCents: highestAt(prices, thumb) });
          }}
          className="range-thumbs"
        />
      </div>
    </div>
  );
}

type Prices = SearchFacets["prices"];
type PriceRange = { minCents: number | null; maxCents: number | null };

/** Thumb positions: 0 is before the first step, prices.length is after the last. */
export function thumbsOf(prices: Prices, { minCents, maxCents }: PriceRange): { low: number; high: number } {
  const low = minCents === null ? 0 : prices.findLastIndex(({ fromCents }) => fromCents <= minCents);
  const after = maxCents === null ? -1 : prices.findIndex(({ toCents }) => toCents !== null && toCents >= maxCents);
  return { low: Math.max(0, low), high: after < 0 ? prices.length : after + 1 };
}

/** At either end there is no limit. */
export const lowestAt = (prices: Prices, thumb: number): number | null =>
  thumb <= 0 ? null : (prices[thumb]?.fromCents ?? null);

export const highestAt = (prices: Prices, thumb: number): number | null =>
  thumb >= prices.length ? null : (prices[thumb - 1]?.toCents ?? null);

/** Bar heights from 0 to 1; non-empty bars keep a visible minimum. */
export function barHeights(prices: Prices): number[] {
  const max = Math.max(1, ...prices.map(({ count }) => count));
  return prices.map(({ count }) => (count === 0 ? 0 : Math.max(0.06, count / max)));
}

/** Null when the input is not an amount. */
export function centsOf(typed: string): number | null {
  // Accept thousands separators that no longer fit because the user typed more digits.
  const text = typed.trim().replace(/^\$|,(?=\d{3})/g, "");
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text) * 100);
}
