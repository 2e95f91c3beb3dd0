import type { Db } from "../../platform/db/db.ts";
import { ORDERED, ORDERED_BY_TOKENS, ORDERS, type Order, type Way } from "./ordered-statements.ts";
import { type Box, mercator } from "./search-area.ts";
import type { Position as Place } from "./search-cursor.ts";
import type { Narrowing } from "./search-request.ts";
import { comparing, type Found, placeOfFound, type Source } from "./search-source.ts";
import type { Alternatives } from "./search-tokens.ts";
import { tokenValues } from "./token-statements.ts";

type Ask = {
  order: Order;
  /** By tokens, or on another way. */
  way: Way | "tokens";
  narrowing: Narrowing;
  box: Box;
  cells: readonly number[];
  words: string | null;
  tokens: Alternatives;
  /** Whether some of what is found may turn out to be taken. */
  isStay: boolean;
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

/** Listings by price, age or rating. */
export function orderedSource(db: Db, { order, way, narrowing, box, cells, words, tokens, isStay }: Ask): Source {
  const isByTokens = way === "tokens";
  const statement = isByTokens ? ORDERED_BY_TOKENS[order](db, tokens.length) : ORDERED[order][way](db);
  const asked = isByTokens ? tokenValues(tokens) : { cells, words };
  const surplus = isStay ? SURPLUS.ifTaken : SURPLUS.ifFree;
  const compare = comparing(ORDERS[order].isDescending);
  const isByCell = way === "cells" || way === "cellsWithWords";
  const isGathered = !isByCell && way !== "all" && way !== "allWithWords";
  return async (after, wanted) => {
    const share = Math.ceil((wanted * SHARE_OF_CELL) / cells.length) + LEAST_OF_CELL;
    const most = isByCell ? Math.min(wanted, share) : wanted + (isGathered ? surplus : 0);
    const place = after ? { afterKey: keyText(order, after.key), afterId: after.id } : beforeAll(order, narrowing);
    const rows = await statement.execute({ ...narrowing, ...edgesOf(box), ...place, ...asked, most });
    const sorted = rows.sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
    const end = endOf(sorted, most);
    return {
      rows: end ? sorted.filter((row) => compare(placeOfFound(row), end) <= 0) : sorted,
      end,
      isDone: end === null,
    };
  };
}

/** A cell that gave as many as it might have more after its last: only up to the first such last is nothing missing. */
function endOf(sorted: readonly (Found & { cell: number })[], most: number): Place | null {
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
