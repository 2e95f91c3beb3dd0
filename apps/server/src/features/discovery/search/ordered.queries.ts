import type { Db } from "../../../platform/db/db.ts";
import {
  comparing,
  type FoundInCell,
  foundIn,
  ORDERED,
  ORDERED_BY_TOKENS,
  ORDERS,
  type Order,
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

type OrderedQuery = {
  order: Order;
  filterSet: FilterSet;
  area: Area | null;
  cells: readonly number[];
  words: string | null;
  /** True if availability is checked later, so that some of the rows found will be dropped. */
  isStay: boolean;
};

type ByTokens = Pick<OrderedQuery, "order" | "filterSet" | "area" | "isStay"> & {
  tokens: Alternatives;
  /** Estimated number of matching listings. */
  matchCount: number;
  /** Set if there are too many matches to collect at once. */
  segmentAfter: ((after: Place | null, target: number) => Segment) | null;
};

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The position before the first possible match. */
const beforeAll = (order: Order, { minPrice }: FilterSet): { afterKey: string; afterId: string } =>
  ({
    price: { afterKey: String(minPrice), afterId: FIRST_ID },
    newest: { afterKey: "infinity", afterId: LAST_ID },
    rating: { afterKey: "1000", afterId: LAST_ID },
  })[order];

/** The overall best rarely come from a single cell; if they do, the next batch brings the rest. */
const SHARE_OF_CELL = 3;
const MIN_OF_CELL = 3;
/**
 * Extra rows to collect, since reading more means collecting again: some are booked, or in a corner of the box
 * outside the circle.
 */
const SURPLUS = { withStay: 250, withoutStay: 25 };

/** Listings by price, age or rating: scanned in index order, or collected in a box and sorted. */
export function orderedSource(
  db: Db,
  { order, way, filterSet, area, cells, words, isStay }: OrderedQuery & { way: Way },
): Source {
  const statement = ORDERED[order][way](db);
  const isByCell = way === "cells" || way === "cellsWithWords";
  const surplus = way === "box" ? surplusFor(isStay) : 0;
  const values = { ...filterSet, ...edgesOf(area?.box ?? EVERYWHERE), cells, words };
  return async (after, target) => {
    const share = Math.ceil((target * SHARE_OF_CELL) / cells.length) + MIN_OF_CELL;
    const most = isByCell ? Math.min(target, share) : target + surplus;
    const rows = foundIn(await statement.execute({ ...values, ...cursorAfter(order, after, filterSet), most }));
    return batchOf(order, rows, { most, end: null });
  };
}

/** The same by tokens, all at once or segment by segment. */
export function orderedSourceByTokens(
  db: Db,
  { order, filterSet, area, tokens, matchCount, segmentAfter, isStay }: ByTokens,
): Source {
  const values = { ...filterSet, ...edgesOf(area?.box ?? EVERYWHERE) };
  return async (after, target) => {
    const segment = segmentAfter?.(after, target) ?? null;
    const lookup = tokensIn(area, segment ? [...tokens, segment.labels] : tokens, segment ? target : matchCount);
    const most = target + surplusFor(isStay);
    const result = await ORDERED_BY_TOKENS[order](db, lookup.length).execute({
      ...values,
      ...cursorAfter(order, after, filterSet),
      ...tokenValues(lookup),
      most,
    });
    return batchOf(order, foundIn(result), { most, end: segment?.end ?? null });
  };
}

const surplusFor = (isStay: boolean) => (isStay ? SURPLUS.withStay : SURPLUS.withoutStay);

const cursorAfter = (order: Order, after: Place | null, filterSet: FilterSet) =>
  after ? { afterKey: keyText(order, after.key), afterId: after.id } : beforeAll(order, filterSet);

/** Keeps the rows up to where they are complete: to `end`, unless the row limit was reached and there may be more. */
function batchOf(order: Order, rows: FoundInCell[], { most, end }: { most: number; end: Place | null }) {
  const compare = comparing(ORDERS[order].isDescending);
  const sorted = rows.sort(compare);
  const cut = endOf(sorted, most);
  const complete = cut ? sorted.filter((row) => compare(row, cut) <= 0) : sorted;
  return { rows: complete, end: cut ?? end, isDone: cut === null && end === null };
}

/**
 * A cell that returned the maximum may have more rows, so the batch is complete only up to the first such cell's last
 * row.
 */
function endOf(sorted: readonly FoundInCell[], most: number): Place | null {
  const counts = new Map<number, number>();
  for (const row of sorted) {
    const count = (counts.get(row.cell) ?? 0) + 1;
    counts.set(row.cell, count);
    // Rows are sorted, so the first cell to reach the maximum has the earliest last row.
    if (count >= most) return row;
  }
  return null;
}

/** The box in degrees, plus its edges in the projection of `item_search.at`. */
export function edgesOf(box: Box) {
  const bottom = mercator({ latitude: box.south, longitude: 0 }).y;
  const top = mercator({ latitude: box.north, longitude: 0 }).y;
  return { ...box, bottom, top };
}

const keyText = (order: Order, key: Place["key"]): string =>
  order === "newest" ? new Date(key).toISOString() : String(key);

const WEEK_MS = 7 * 86_400_000;
/** Limits how many labels one index lookup contains. */
const MAX_STEPS = 100;
const HIGHEST_RATING = 500;

/** A section of an order that the index has labels for; `end` is null for the last one. */
type Segment = { labels: number[]; end: Place | null };

type Known = { filterSet: FilterSet; statistics: Statistics; ages: AgeRanges };

/** Steps in the order's direction, each with its start and its share of the listings. */
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

/** Takes as many steps after a position as are expected to hold this share of the listings. */
export function segmentAfter(order: Order, after: Place | null, share: number, known: Known): Segment {
  const steps = STEPS[order](known);
  const direction = order === "price" ? 1 : -1;
  const labels: number[] = [];
  const startStep = after ? steps.stepOf(after.key) : steps.first;
  let step = direction * Math.max(direction * startStep, direction * steps.first);
  for (let covered = 0; ; step += direction) {
    labels.push(searchToken(steps.labelOf(step)));
    covered += steps.shareOf(step);
    if ((steps.last - step) * direction <= 0) return { labels, end: null };
    if (covered >= share || labels.length >= MAX_STEPS) break;
  }
  // The first position of the next step.
  const isAscending = direction > 0;
  const end = isAscending
    ? { key: steps.beginOf(step + 1), id: FIRST_ID }
    : { key: steps.beginOf(step) - 1, id: LAST_ID };
  return { labels, end };
}
