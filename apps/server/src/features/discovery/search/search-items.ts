import type { SearchQuery } from "@nexby/contract/discovery/search";
import { milesBetween } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../platform/db/db.ts";
import { comparing, type Found, placeOfFound, type Source } from "./ordered-statements.ts";
import { relevanceOf, selectMatches } from "./relevance.ts";
import { type ResolvedSearch, resolveSearch } from "./resolve-search.ts";
import { isInArea } from "./search-area.ts";
import { addMatches, collectPage, MAX_EXAMINED } from "./search-page.ts";
import { candidateOrder, sourceFor } from "./search-plan.ts";
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  type CursorPosition as Place,
  type Sort,
  sortOf,
} from "./search-request.ts";

type FoundItem = { id: string; distanceMiles: number | null };
type FoundPage = { items: FoundItem[]; nextCursor: string | null };

/** A page may be short and still have a next one, when few of many listings are available. */
export async function searchItems(db: Db, query: SearchQuery): Promise<FoundPage> {
  const sort = sortOf(query);
  const after = decodeCursor(sort, query.cursor);
  const search = await resolveSearch(db, query);
  if (!search) return { items: [], nextCursor: null };
  const { found, resume } = await readPage(db, search, { sort, after, limit: query.limit });
  const { place } = search;
  return {
    items: found.map((row) => ({ id: row.itemId, distanceMiles: place && milesBetween(place, row) })),
    nextCursor: resume && encodeCursor(sort, resume),
  };
}

type Page = { sort: Sort; after: Cursor | null; limit: number };

async function readPage(
  db: Db,
  search: ResolvedSearch,
  { sort, after, limit }: Page,
): Promise<{ found: Found[]; resume: Cursor | null }> {
  if (sort === "relevance") {
    const source = await sourceFor(db, search, { order: candidateOrder(search), target: BLOCK });
    return fillRelevancePage(db, search, { source, after, limit });
  }
  const source = await sourceFor(db, search, { order: sort, target: limit + 1 });
  const { found, resume } = await collectPage(db, search, { source, after, limit });
  return { found, resume: resume && { ...resume, block: null } };
}

/**
 * Ranks this many of the nearest (or newest) listings at a time, because the cost of ranking all matches has no upper
 * bound.
 */
const BLOCK = 60;

type PageRequest = { source: Source; after: Cursor | null; limit: number };
type Filled = { found: Found[]; resume: Cursor | null };

const compare = comparing(true);

/** Sorted by relevance within blocks; blocks are in the order of distance (or age). */
async function fillRelevancePage(db: Db, search: ResolvedSearch, request: PageRequest): Promise<Filled> {
  const { source, limit } = request;
  const found: Found[] = [];
  const places: Cursor[] = [];
  let after: Place | null = request.after;
  let blockStart = request.after?.block ?? null;
  for (let examined = 0; ; ) {
    const block = await readBlock(source, blockStart);
    const remaining = rowsAfter(await rank(db, search, block.rows), after);
    await addMatches(db, search, { found, rows: remaining, limit });
    for (const row of found.slice(places.length)) places.push({ ...placeOfFound(row), block: blockStart });
    if (found.length > limit) return { found: found.slice(0, limit), resume: places[limit - 1] ?? null };
    if (block.isDone) return { found, resume: null };
    [blockStart, after] = [block.end, null];
    examined += block.rows.length;
    if (examined >= MAX_EXAMINED && blockStart) return { found, resume: { ...BEFORE_ALL, block: blockStart } };
  }
}

const rowsAfter = (ranked: readonly Found[], after: Place | null): Found[] =>
  ranked.filter((row) => !after || compare(placeOfFound(row), after) > 0);

/** Higher than any relevance. */
const BEFORE_ALL: Place = { key: 1_000_000, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

async function readBlock(source: Source, blockStart: Place | null) {
  const rows: Found[] = [];
  for (let place = blockStart, target = BLOCK; ; target *= 2) {
    const batch = await source(place, target);
    rows.push(...batch.rows);
    if (batch.isDone || rows.length >= BLOCK) {
      const block = rows.slice(0, BLOCK);
      const last = block.at(-1);
      const isDone = batch.isDone && rows.length <= BLOCK;
      return { rows: block, end: isDone || !last ? null : placeOfFound(last), isDone };
    }
    place = batch.end;
  }
}

async function rank(db: Db, { words, origin, area }: ResolvedSearch, rows: readonly Found[]): Promise<Found[]> {
  const inside = rows.filter((row) => !area || isInArea(area, row));
  if (!words || inside.length === 0) return inside;
  const ids = inside.map(({ itemId }) => itemId);
  const matches = new Map((await selectMatches(db, ids, words.terms)).map((match) => [match.itemId, match]));
  return inside
    .flatMap((row) => {
      const match = matches.get(row.itemId);
      const miles = origin && milesBetween(origin, row);
      return match ? [{ ...row, key: relevanceOf(match, words.terms.length, miles) }] : [];
    })
    .sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
}
