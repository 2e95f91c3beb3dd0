import type { Db } from "../../platform/db/db.ts";
import type { Stretch } from "./order-steps.ts";
import {
  type FoundInCell,
  foundIn,
  ORDERED,
  ORDERED_BY_TOKENS,
  ORDERS,
  type Order,
  type Way,
} from "./ordered-statements.ts";
import { type Area, type Box, EVERYWHERE, mercator } from "./search-area.ts";
import type { Position as Place } from "./search-cursor.ts";
import type { Narrowing } from "./search-request.ts";
import { comparing, placeOfFound, type Source } from "./search-source.ts";
import { type Alternatives, tokensIn } from "./search-tokens.ts";
import { tokenValues } from "./token-statements.ts";

type Ask = {
  order: Order;
  narrowing: Narrowing;
  area: Area | null;
  cells: readonly number[];
  words: string | null;
  /** Whether some of what is found may turn out to be taken. */
  isStay: boolean;
};

type ByTokens = Pick<Ask, "order" | "narrowing" | "area" | "isStay"> & {
  tokens: Alternatives;
  /** About how many listings fit. */
  fitting: number;
  /** Where what fits is too much to be gathered at once. */
  stretchAfter: ((after: Place | null, wanted: number) => Stretch) | null;
};

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The place before the first listing that can fit. */
const beforeAll = (order: Order, { minPrice }: Narrowing): { afterKey: string; afterId: string } =>
  ({
    price: { afterKey: String(minPrice), afterId: FIRST_ID },
    newest: { afterKey: "infinity", afterId: LAST_ID },
    rating: { afterKey: "1000", afterId: LAST_ID },
  })[order];

/** The best few of all hardly ever come from one cell alone; if they do, the next batch brings the rest. */
const SHARE_OF_CELL = 3;
const LEAST_OF_CELL = 3;
/** What is gathered would have to be gathered again for more: some are taken, or in a corner of the box. */
const SURPLUS = { ifTaken: 250, ifFree: 25 };

/** Listings by price, age or rating, in the order of an index, or everything in a place put in order. */
export function orderedSource(
  db: Db,
  { order, way, narrowing, area, cells, words, isStay }: Ask & { way: Way },
): Source {
  const statement = ORDERED[order][way](db);
  const isByCell = way === "cells" || way === "cellsWithWords";
  const surplus = way === "box" ? surplusFor(isStay) : 0;
  const values = { ...narrowing, ...edgesOf(area?.box ?? EVERYWHERE), cells, words };
  return async (after, wanted) => {
    const share = Math.ceil((wanted * SHARE_OF_CELL) / cells.length) + LEAST_OF_CELL;
    const most = isByCell ? Math.min(wanted, share) : wanted + surplus;
    const rows = foundIn(await statement.execute({ ...values, ...placeAfter(order, after, narrowing), most }));
    return batchOf(order, rows, { most, end: null });
  };
}

/** The same by their tokens, all at once or stretch by stretch. */
export function orderedSourceByTokens(
  db: Db,
  { order, narrowing, area, tokens, fitting, stretchAfter, isStay }: ByTokens,
): Source {
  const values = { ...narrowing, ...edgesOf(area?.box ?? EVERYWHERE) };
  return async (after, wanted) => {
    const stretch = stretchAfter?.(after, wanted) ?? null;
    const asked = tokensIn(area, stretch ? [...tokens, stretch.labels] : tokens, stretch ? wanted : fitting);
    const most = wanted + surplusFor(isStay);
    const answer = await ORDERED_BY_TOKENS[order](db, asked.length).execute({
      ...values,
      ...placeAfter(order, after, narrowing),
      ...tokenValues(asked),
      most,
    });
    return batchOf(order, foundIn(answer), { most, end: stretch?.end ?? null });
  };
}

const surplusFor = (isStay: boolean) => (isStay ? SURPLUS.ifTaken : SURPLUS.ifFree);

const placeAfter = (order: Order, after: Place | null, narrowing: Narrowing) =>
  after ? { afterKey: keyText(order, after.key), afterId: after.id } : beforeAll(order, narrowing);

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
