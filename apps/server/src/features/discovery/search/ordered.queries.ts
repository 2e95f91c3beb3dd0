import type { Db } from "../../../platform/db/db.ts";
import {
  comparing,
  type FoundInCell,
  foundIn,
  ORDERED,
  ORDERED_BY_TOKENS,
  ORDERS,
  type Order,
  placeOfFound,
  type Source,
  type Way,
} from "./ordered-statements.ts";
import { type Area, type Box, EVERYWHERE, mercator } from "./search-area.ts";
import type { FilterSet, CursorPosition as Place } from "./search-request.ts";
import type { AgeRanges, Statistics } from "./search-statistics.ts";
import {
  type Alternatives,
  PRICE_STEPS,
  RATING_STEPS,
  searchToken,
  stepOf,
  tokensIn,
  tokenValues,
} from "./search-tokens.ts";

type Ask = {
  order: Order;
  filterSet: FilterSet;
  area: Area | null;
  cells: readonly number[];
  words: string | null;
  /** Whether some of what is found may turn out to be taken. */
  isStay: boolean;
};

type ByTokens = Pick<Ask, "order" | "filterSet" | "area" | "isStay"> & {
  tokens: Alternatives;
  /** About how many listings fit. */
  fitting: number;
  /** Where what fits is too much to be gathered at once. */
  segmentAfter: ((after: Place | null, wanted: number) => Segment) | null;
};

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The place before the first listing that can fit. */
const beforeAll = (order: Order, { minPrice }: FilterSet): { afterKey: string; afterId: string } =>
  ({
    price: { afterKey: String(minPrice), afterId: FIRST_ID },
    newest: { afterKey: "infinity", afterId: LAST_ID },
    rating: { afterKey: "1000", afterId: LAST_ID },
  })[order];

/** The best few of all hardly ever come from one cell alone; if they do, the next batch brings the rest. */
const SHARE_OF_CELL = 3;
const MIN_OF_CELL = 3;
/** What is gathered would have to be gathered again for more: some are taken, or in a corner of the box. */
const SURPLUS = { ifTaken: 250, ifFree: 25 };

/** Listings by price, age or rating, in the order of an index, or everything in a place put in order. */
export function orderedSource(
  db: Db,
  { order, way, filterSet, area, cells, words, isStay }: Ask & { way: Way },
): Source {
  const statement = ORDERED[order][way](db);
  const isByCell = way === "cells" || way === "cellsWithWords";
  const surplus = way === "box" ? surplusFor(isStay) : 0;
  const values = { ...filterSet, ...edgesOf(area?.box ?? EVERYWHERE), cells, words };
  return async (after, wanted) => {
    const share = Math.ceil((wanted * SHARE_OF_CELL) / cells.length) + MIN_OF_CELL;
    const most = isByCell ? Math.min(wanted, share) : wanted + surplus;
    const rows = foundIn(await statement.execute({ ...values, ...cursorAfter(order, after, filterSet), most }));
    return batchOf(order, rows, { most, end: null });
  };
}

/** The same by their tokens, all at once or stretch by stretch. */
export function orderedSourceByTokens(
  db: Db,
  { order, filterSet, area, tokens, fitting, segmentAfter, isStay }: ByTokens,
): Source {
  const values = { ...filterSet, ...edgesOf(area?.box ?? EVERYWHERE) };
  return async (after, wanted) => {
    const segment = segmentAfter?.(after, wanted) ?? null;
    const asked = tokensIn(area, segment ? [...tokens, segment.labels] : tokens, segment ? wanted : fitting);
    const most = wanted + surplusFor(isStay);
    const answer = await ORDERED_BY_TOKENS[order](db, asked.length).execute({
      ...values,
      ...cursorAfter(order, after, filterSet),
      ...tokenValues(asked),
      most,
    });
    return batchOf(order, foundIn(answer), { most, end: segment?.end ?? null });
  };
}

const surplusFor = (isStay: boolean) => (isStay ? SURPLUS.ifTaken : SURPLUS.ifFree);

const cursorAfter = (order: Order, after: Place | null, filterSet: FilterSet) =>
  after ? { afterKey: keyText(order, after.key), afterId: after.id } : beforeAll(order, filterSet);

/** What was read, as far as nothing is missing: to `end`, unless so many were read that there may be more. */
function batchOf(order: Order, rows: FoundInCell[], { most, end }: { most: number; end: Place | null }) {
  const compare = comparing(ORDERS[order].isDescending);
  const sorted = rows.sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
  const cut = endOf(sorted, most);
  const complete = cut ? sorted.filter((row) => compare(placeOfFound(row), cut) <= 0) : sorted;
  return { rows: complete, end: cut ?? end, isDone: cut === null && end === null };
}

/** A cell that gave as many as it might have more after its last: only up to the first such last is nothing missing. */
function endOf(sorted: readonly FoundInCell[], most: number): Place | null {
  const counts = new Map<number, number>();
  for (const row of sorted) {
    const count = (counts.get(row.cell) ?? 0) + 1;
    counts.set(row.cell, count);
    // Sorted: the first cell to be full has the earliest last row.
    if (count >= most) return placeOfFound(row);
  }
  return null;
}

/** The box in degrees, and its edges as `item_search.at` has them. */
export function edgesOf(box: Box) {
  const bottom = mercator({ latitude: box.south, longitude: 0 }).y;
  const top = mercator({ latitude: box.north, longitude: 0 }).y;
  return { ...box, bottom, top };
}

const keyText = (order: Order, key: Place["key"]): string =>
  order === "newest" ? new Date(key).toISOString() : String(key);

const WEEK_MS = 7 * 86_400_000;
/** Of more the index is not asked at once. */
const MAX_STEPS = 100;
const HIGHEST_RATING = 500;

/** A piece of an order for which the index has labels, and its end; null at the end of all. */
type Segment = { labels: number[]; end: Place | null };

type Known = { filterSet: FilterSet; statistics: Statistics; ages: AgeRanges };

/** Step by step in the order: where it begins, which share of the listings it has. */
type Steps = {
  first: number;
  last: number;
  labelOf(step: number): string;
  stepOf(key: number): number;
  beginOf(step: number): number;
  shareOf(step: number): number;
};

const STEPS: Record<Order, (known: Known) => Steps> = {
  price: ({ filterSet, statistics }) => ({
    first: stepOf(PRICE_STEPS, filterSet.minPrice),
    last: stepOf(PRICE_STEPS, filterSet.maxPrice),
    labelOf: (step) => `#p${step}`,
    stepOf: (cents) => stepOf(PRICE_STEPS, cents),
    beginOf: (step) => PRICE_STEPS[step - 1] ?? 0,
    shareOf: (step) => statistics.shareBetween("price_cents", PRICE_STEPS[step - 1] ?? 0, PRICE_STEPS[step]),
  }),
  rating: ({ filterSet, statistics }) => ({
    first: stepOf(RATING_STEPS, HIGHEST_RATING),
    last: stepOf(RATING_STEPS, filterSet.minRating),
    labelOf: (step) => `#r${step}`,
    stepOf: (rating) => stepOf(RATING_STEPS, rating),
    beginOf: (step) => RATING_STEPS[step - 1] ?? 0,
    shareOf: (step) => statistics.shareBetween("rating", RATING_STEPS[step - 1] ?? 0, RATING_STEPS[step]),
  }),
  newest: ({ ages: { oldest, newest } }) => ({
    first: Math.floor(newest / WEEK_MS),
    last: Math.floor(oldest / WEEK_MS),
    labelOf: (step) => `#n${step}`,
    stepOf: (instant) => Math.floor(instant / WEEK_MS),
    beginOf: (step) => step * WEEK_MS,
    shareOf: () => WEEK_MS / (newest - oldest + WEEK_MS),
  }),
};

/** As many steps after a place as should have this share of the listings. */
export function segmentAfter(order: Order, after: Place | null, share: number, known: Known): Segment {
  const steps = STEPS[order](known);
  const direction = order === "price" ? 1 : -1;
  const labels: number[] = [];
  const asked = after ? steps.stepOf(after.key) : steps.first;
  let step = direction * Math.max(direction * asked, direction * steps.first);
  for (let had = 0; ; step += direction) {
    labels.push(searchToken(steps.labelOf(step)));
    had += steps.shareOf(step);
    if ((steps.last - step) * direction <= 0) return { labels, end: null };
    if (had >= share || labels.length >= MAX_STEPS) break;
  }
  // The first place in the next step.
  const isUp = direction > 0;
  const end = isUp ? { key: steps.beginOf(step + 1), id: FIRST_ID } : { key: steps.beginOf(step) - 1, id: LAST_ID };
  return { labels, end };
}
