import { createHash } from "node:crypto";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import { type Area, cellsOf, regionsOf } from "./search-area.ts";
import { ANY_CATEGORY, type FilterSet } from "./search-request.ts";

/** A known word as listings spell it, and the stem it is indexed by. */
export type Term = { term: string; lexeme: string };

export type TypedWord = {
  term: string;
  lexeme: string;
  isKnown: boolean;
  longer: readonly Term[];
  /** Possible corrections. */
  similar: readonly Term[];
};

/** For each typed word, the alternative stems to search for. */
export type QueryTerms = readonly (readonly string[])[];

const MAX_STEMS = 12;
const MIN_GUESS = 4;
const SHORT_WORD = 5;

/** A word that no listing contains is treated as a prefix, else as a typo; without matches it is dropped. */
export function queryTerms(typed: readonly TypedWord[]): QueryTerms {
  return typed.map(stemsFor).filter((stems) => stems.length > 0);
}

function stemsFor({ term, lexeme, isKnown, longer, similar }: TypedWord): string[] {
  if (isKnown) return [lexeme];
  if (longer.length > 0) return distinct(longer);
  if (term.length < MIN_GUESS) return [];
  const guesses = similar
    .map((guess) => ({ ...guess, edits: editDistance(term, guess.term) }))
    .filter(({ edits }) => edits <= (term.length <= SHORT_WORD ? 1 : 2));
  const fewest = Math.min(...guesses.map(({ edits }) => edits));
  return distinct(guesses.filter(({ edits }) => edits === fewest));
}

const distinct = (terms: readonly Term[]): string[] =>
  [...new Set(terms.map(({ lexeme }) => lexeme))].slice(0, MAX_STEMS);

const quoted = (stem: string, weights: string) => `'${stem.replaceAll(/['\\]/g, "")}'${weights}`;

const anyOf = (stems: readonly string[], weights = "") => `(${stems.map((stem) => quoted(stem, weights)).join(" | ")})`;

/** As a tsquery: every word, or any of them. */
export const allWords = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" & ");
export const anyWord = (words: QueryTerms): string => words.map((stems) => anyOf(stems)).join(" | ");
/** A tsquery per word; the second variant matches titles only. */
export const eachWord = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems));
export const eachWordInTitle = (words: QueryTerms): string[] => words.map((stems) => anyOf(stems, ":A"));

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index + 1);
  last.unshift(0);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of b.entries()) {
      const replaced = (last[j] ?? 0) + Number(letter !== otherLetter);
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === otherLetter;
      const swapped = isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}

/** Same steps as in `search_labels`. */
export const PRICE_STEPS = [
  500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000,
];
export const RATING_STEPS = [1, 300, 350, 400, 450];
const UNIT_STEPS = [2, 3, 5, 10, 20, 50];
const EXCHANGE_BITS = [1, 2, 4];
/** Looking up more steps in the index costs more than it saves. */
const MAX_PRICE_STEPS = 8;
const MAX_NEAR = 300;

/** A listing matches if it has at least one token of each group. */
export type Alternatives = readonly (readonly number[])[];

const labelTokens = new Map<string, number>();

/** Same as the database function `search_token`. Labels are kept: they are few, and a search has up to thirty. */
export function searchToken(text: string): number {
  const known = labelTokens.get(text);
  if (known !== undefined) return known;
  const token = createHash("md5").update(text).digest().readInt32BE(0);
  if (text.startsWith("#")) labelTokens.set(text, token);
  return token;
}

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

/** Tokens to look up in the index. Prices, ratings and units are stepped, so exact values are checked afterwards. */
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

/** Cost of looking up a token in the index, and of reading a listing it leads to. */
const COST = { token: 4, listing: 1.3 };
const CELLS_PER_REGION = 25;

/** The same tokens limited to an area, combined as in `near_tokens`. `matchCount` is an estimate. */
export function tokensIn(area: Area | null, tokens: Alternatives, matchCount: number): Alternatives {
  if (!area) return tokens;
  const [cells, regions] = [cellsOf(area) ?? [], regionsOf(area.box) ?? []];
  // Regions also match listings outside the area, while cells need one lookup each. Narrowing one group to cells is
  // enough.
  const savings = COST.listing * matchCount * ((regions.length * CELLS_PER_REGION) / cells.length - 1);
  const [byCell, byRegion] = [cells.map((cell) => maskOf(FIRST_CELL + cell)), regions.map(maskOf)];
  return tokens.map((any, place) => {
    const isByCell = place === 0 && COST.token * any.length * (cells.length - regions.length) < savings;
    const masks = [isByCell ? byCell : [], byRegion].find(
      ({ length }) => length > 0 && length * any.length <= MAX_NEAR,
    );
    return masks ? any.flatMap((token) => masks.map((mask) => token ^ mask)) : any;
  });
}

/** Must match the index expression. */
export const indexedTokens = sql`near_tokens(tokens, latitude, longitude)`;

const hasOneOf = (place: number) => sql`${indexedTokens} && ${sql.placeholder(`tokens${place}`)}::integer[]`;

export const hasTokens = (alternatives: number): SQL =>
  sql.join(
    Array.from({ length: alternatives }, (_, place) => hasOneOf(place)),
    sql` and `,
  );

/** Placeholder values for `hasTokens`. */
export const tokenValues = (tokens: Alternatives): Record<string, readonly number[]> =>
  Object.fromEntries(tokens.map((any, place) => [`tokens${place}`, any]));

/** A prepared statement per number of groups, created on first use. */
export function byAlternatives<Query>(build: (db: Db, alternatives: number) => Query) {
  const known = new Map<number, (db: Db) => Query>();
  return (db: Db, alternatives: number): Query => {
    const statement = known.get(alternatives) ?? prepared((pool: Db) => build(pool, alternatives));
    known.set(alternatives, statement);
    return statement(db);
  };
}
