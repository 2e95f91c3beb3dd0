import { createHash } from "node:crypto";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import type { QueryTerms } from "./query-terms.ts";
import { type Area, cellsOf, regionsOf } from "./search-area.ts";
import { ANY_CATEGORY, type FilterSet } from "./search-request.ts";

/** As the steps of `search_labels`. */
export const PRICE_STEPS = [
  500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000,
];
export const RATING_STEPS = [1, 300, 350, 400, 450];
const UNIT_STEPS = [2, 3, 5, 10, 20, 50];
const EXCHANGE_BITS = [1, 2, 4];
/** Looking for more in the index costs more than it spares. */
const MAX_PRICE_STEPS = 8;
const MAX_NEAR = 300;

/** Listings fit that have one of each. */
export type Alternatives = readonly (readonly number[])[];

/** As the database's function of this name has it. */
export const searchToken = (written: string): number => createHash("md5").update(written).digest().readInt32BE(0);

export const stepOf = (steps: readonly number[], value: number) => steps.filter((step) => step <= value).length;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function priceLabels({ minPrice, maxPrice }: FilterSet): string[] {
  const steps = range(stepOf(PRICE_STEPS, minPrice), stepOf(PRICE_STEPS, maxPrice));
  return steps.length > MAX_PRICE_STEPS ? [] : steps.map((step) => `#p${step}`);
}

function ratingLabels({ minRating }: FilterSet): string[] {
  const lowest = stepOf(RATING_STEPS, minRating);
  return lowest === 0 ? [] : range(lowest, RATING_STEPS.length).map((step) => `#r${step}`);
}

function unitLabels(units: number): string[] {
  const step = UNIT_STEPS.findLast((least) => least <= units);
  return step === undefined ? [] : [`#u${step}`];
}

/** What the index is to be asked for. Prices, ratings and units go by steps, so they are looked at again afterwards. */
export function tokensFor(words: QueryTerms, filterSet: FilterSet, units: number): Alternatives {
  const { category, conditions, exchanges } = filterSet;
  return [
    ...words,
    category === ANY_CATEGORY ? [] : [`#c${category}`],
    conditions.length === ITEM_CONDITIONS.length ? [] : conditions.map((condition) => `#${condition}`),
    EXCHANGE_BITS.filter((bit) => (exchanges & bit) !== 0).map((bit) => `#x${bit}`),
    priceLabels(filterSet),
    ratingLabels(filterSet),
    unitLabels(units),
  ]
    .filter(({ length }) => length > 0)
    .map((labels) => labels.map(searchToken));
}

/** Cells are numbered after all regions. */
const FIRST_CELL = 1_000_000;
const maskOf = (square: number) => Math.imul(square, 2_654_435_761) ^ -2_147_483_648;

/** What it takes to look a token up in the index, and to look at a listing it leads to. */
const COST = { token: 4, listing: 1.3 };
const CELLS_PER_REGION = 25;

/** The same only in an area, as `near_tokens` mixes them; about so many listings fit. */
export function tokensIn(area: Area | null, tokens: Alternatives, fitting: number): Alternatives {
  if (!area) return tokens;
  const [cells, regions] = [cellsOf(area) ?? [], regionsOf(area.box) ?? []];
  // Regions lead to what is beside the area as well, cells have to be looked up one by one. Once is enough for these.
  const spared = COST.listing * fitting * ((regions.length * CELLS_PER_REGION) / cells.length - 1);
  const [byCell, byRegion] = [cells.map((cell) => maskOf(FIRST_CELL + cell)), regions.map(maskOf)];
  return tokens.map((any, place) => {
    const isByCell = place === 0 && COST.token * any.length * (cells.length - regions.length) < spared;
    const masks = [isByCell ? byCell : [], byRegion].find(
      ({ length }) => length > 0 && length * any.length <= MAX_NEAR,
    );
    return masks ? any.flatMap((token) => masks.map((mask) => token ^ mask)) : any;
  });
}

/** As the index of tokens has it. */
export const indexedTokens = sql`near_tokens(tokens, latitude, longitude)`;

const hasOneOf = (place: number) => sql`${indexedTokens} && ${sql.placeholder(`tokens${place}`)}::integer[]`;

/** Listings with one of each of so many alternatives. */
export const hasTokens = (alternatives: number): SQL =>
  sql.join(
    Array.from({ length: alternatives }, (_, place) => hasOneOf(place)),
    sql` and `,
  );

/** What to give a statement for its `hasTokens`. */
export const tokenValues = (tokens: Alternatives): Record<string, readonly number[]> =>
  Object.fromEntries(tokens.map((any, place) => [`tokens${place}`, any]));

/** A statement for each number of alternatives, made when it is first needed. */
export function byAlternatives<Query>(build: (db: Db, alternatives: number) => Query) {
  const known = new Map<number, (db: Db) => Query>();
  return (db: Db, alternatives: number): Query => {
    const made = known.get(alternatives) ?? prepared((pool: Db) => build(pool, alternatives));
    known.set(alternatives, made);
    return made(db);
  };
}
