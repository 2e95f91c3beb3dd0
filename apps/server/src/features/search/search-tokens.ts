import { createHash } from "node:crypto";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { ANY_CATEGORY, type Narrowing } from "./search-request.ts";
import type { WantedWords } from "./search-words.ts";

/** As the steps of `search_labels`. */
const PRICE_STEPS = [
  500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000,
];
const RATING_STEPS = [1, 300, 350, 400, 450];
const UNIT_STEPS = [2, 3, 5, 10, 20, 50];
const EXCHANGE_BITS = [1, 2, 4];
/** Looking for more in the index costs more than it spares. */
const MOST_PRICE_STEPS = 8;
const MOST_NEAR = 300;

/** Listings fit that have one of each. */
export type Alternatives = readonly (readonly number[])[];

/** As the database's function of this name has it. */
export const searchToken = (written: string): number => createHash("md5").update(written).digest().readInt32BE(0);

const stepOf = (steps: readonly number[], value: number) => steps.filter((step) => step <= value).length;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function priceLabels({ minPrice, maxPrice }: Narrowing): string[] {
  const steps = range(stepOf(PRICE_STEPS, minPrice), stepOf(PRICE_STEPS, maxPrice));
  return steps.length > MOST_PRICE_STEPS ? [] : steps.map((step) => `#p${step}`);
}

function ratingLabels({ minRating }: Narrowing): string[] {
  const lowest = stepOf(RATING_STEPS, minRating);
  return lowest === 0 ? [] : range(lowest, RATING_STEPS.length).map((step) => `#r${step}`);
}

function unitLabels(units: number): string[] {
  const step = UNIT_STEPS.findLast((least) => least <= units);
  return step === undefined ? [] : [`#u${step}`];
}

/** What the index is to be asked for. Prices, ratings and units go by steps, so they are looked at again afterwards. */
export function tokensFor(words: WantedWords, narrowing: Narrowing, units: number): Alternatives {
  const { category, conditions, exchanges } = narrowing;
  return [
    ...words,
    category === ANY_CATEGORY ? [] : [`#c${category}`],
    conditions.length === ITEM_CONDITIONS.length ? [] : conditions.map((condition) => `#${condition}`),
    EXCHANGE_BITS.filter((bit) => (exchanges & bit) !== 0).map((bit) => `#x${bit}`),
    priceLabels(narrowing),
    ratingLabels(narrowing),
    unitLabels(units),
  ]
    .filter(({ length }) => length > 0)
    .map((labels) => labels.map(searchToken));
}

/** The same only in these regions, as `near_tokens` mixes them; in many it is sooner found by itself. */
export function inRegions(tokens: Alternatives, regions: readonly number[] | null): Alternatives {
  if (!regions) return tokens;
  const masks = regions.map((region) => Number(((BigInt(region) * 2654435761n) % 4294967296n) - 2147483648n));
  return tokens.map((any) =>
    any.length * masks.length > MOST_NEAR ? any : any.flatMap((token) => masks.map((mask) => token ^ mask)),
  );
}
