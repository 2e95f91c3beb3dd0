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

/** One page of the listings that fit. A page may be short and still have a next one, where little of much is free. */
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
    const source = await sourceFor(db, search, { order: candidateOrder(search), wanted: BLOCK });
    return fillRelevancePage(db, search, { source, after, limit });
  }
  const source = await sourceFor(db, search, { order: sort, wanted: limit + 1 });
  const { found, resume } = await collectPage(db, search, { source, after, limit });
  return { found, resume: resume && { ...resume, block: null } };
}

/** Ranking all that fits would cost more the more there is: the nearest so many are ranked, then the next. */
const BLOCK = 60;

type Ask = { source: Source; after: Cursor | null; limit: number };
type Filled = { found: Found[]; resume: Cursor | null };

const compare = comparing(true);

/** The most relevant of the nearest (or newest) first, block by block. */
async function fillRelevancePage(db: Db, search: ResolvedSearch, ask: Ask): Promise<Filled> {
  const { source, limit } = ask;
  const found: Found[] = [];
  const places: Cursor[] = [];
  let after: Place | null = ask.after;
  let began = ask.after?.block ?? null;
  for (let examined = 0; ; ) {
    const block = await readBlock(source, began);
    const left = whatIsLeft(await rank(db, search, block.rows), after);
    await addMatches(db, search, { found, rows: left, limit });
    for (const row of found.slice(places.length)) places.push({ ...placeOfFound(row), block: began });
    if (found.length > limit) return { found: found.slice(0, limit), resume: places[limit - 1] ?? null };
    if (block.isDone) return { found, resume: null };
    [began, after] = [block.end, null];
    examined += block.rows.length;
    if (examined >= MAX_EXAMINED && began) return { found, resume: { ...BEFORE_ALL, block: began } };
  }
}

const whatIsLeft = (ranked: readonly Found[], after: Place | null): Found[] =>
  ranked.filter((row) => !after || compare(placeOfFound(row), after) > 0);

/** No relevance is as high. */
const BEFORE_ALL: Place = { key: 1_000_000, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

async function readBlock(source: Source, began: Place | null) {
  const rows: Found[] = [];
  for (let place = began, wanted = BLOCK; ; wanted *= 2) {
    const batch = await source(place, wanted);
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
  const matches = new Map((await selectMatches(db, ids, words.wanted)).map((match) => [match.itemId, match]));
  return inside
    .flatMap((row) => {
      const match = matches.get(row.itemId);
      const miles = origin && milesBetween(origin, row);
      return match ? [{ ...row, key: relevanceOf(match, words.wanted.length, miles) }] : [];
    })
    .sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
}
