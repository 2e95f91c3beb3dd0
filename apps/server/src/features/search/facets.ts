import type { SearchFacets } from "@nexby/contract/search";
import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { exchangeBit, type Narrowing } from "./search-request.ts";

/** What is counted about a listing. */
export type Described = {
  priceCents: number;
  rating: number;
  condition: ItemCondition;
  exchanges: number;
  categories: number[];
};

const RATING_STEPS = [3, 3.5, 4, 4.5];
const PRICE_STEP_CENTS = 1000;
const PRICE_STEPS = 20;

type Filter = "price" | "rating" | "condition" | "exchange";

const passes = (item: Described, narrowing: Narrowing): Record<Filter, boolean> => ({
  price: item.priceCents >= narrowing.minPrice && item.priceCents <= narrowing.maxPrice,
  rating: item.rating >= narrowing.minRating,
  condition: narrowing.conditions.includes(item.condition),
  exchange: narrowing.exchanges === 0 || (item.exchanges & narrowing.exchanges) !== 0,
});

/** What passes every filter but the one whose choices are counted: they are to show what choosing them would find. */
function fitting(items: readonly Described[], narrowing: Narrowing, but?: Filter): Described[] {
  return items.filter((item) =>
    Object.entries(passes(item, narrowing)).every(([filter, isPassed]) => isPassed || filter === but),
  );
}

const counted = <Value>(
  values: readonly Value[],
  items: readonly Described[],
  has: (item: Described, value: Value) => boolean,
) => values.map((value) => ({ value, count: items.filter((item) => has(item, value)).length }));

export function countChoices(
  items: readonly Described[],
  narrowing: Narrowing,
): Pick<SearchFacets, "conditions" | "exchanges" | "ratings" | "prices"> {
  const priced = fitting(items, narrowing, "price");
  const step = ({ priceCents }: Described) => Math.min(PRICE_STEPS, Math.floor(priceCents / PRICE_STEP_CENTS));
  const steps = Array.from({ length: PRICE_STEPS + 1 }, (_, index) => index);
  return {
    conditions: counted(
      ITEM_CONDITIONS,
      fitting(items, narrowing, "condition"),
      (item, value) => item.condition === value,
    ).map(({ value, count }) => ({ condition: value, count })),
    exchanges: counted(
      EXCHANGE_TYPES,
      fitting(items, narrowing, "exchange"),
      (item, value) => (item.exchanges & exchangeBit(value)) !== 0,
    ).map(({ value, count }) => ({ exchange: value, count })),
    ratings: counted(
      RATING_STEPS,
      fitting(items, narrowing, "rating"),
      (item, value) => item.rating >= value * 100,
    ).map(({ value, count }) => ({ atLeast: value, count })),
    prices: counted(steps, priced, (item, value) => step(item) === value).map(({ value, count }) => ({
      fromCents: value * PRICE_STEP_CENTS,
      toCents: value === PRICE_STEPS ? null : (value + 1) * PRICE_STEP_CENTS,
      count,
    })),
  };
}

export function countCategories(
  items: readonly Described[],
  narrowing: Narrowing,
  known: readonly { id: string; number: number }[],
): SearchFacets["categories"] {
  const fits = fitting(items, narrowing);
  return counted(known, fits, (item, { number }) => item.categories.includes(number))
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({ id: value.id, count }));
}
