import type { SearchQuery } from "@nexby/contract/discovery/search";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { listOf, rowsOf } from "../../../platform/db/statements.ts";
import { comparing, type Found, type Source } from "./ordered-statements.ts";
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
import { allWords, anyWord, byAlternatives, eachWord, eachWordInTitle, type QueryTerms } from "./search-tokens.ts";

type Match = {
  id: string;
  /** The database's text rank. */
  rank: number;
  /** Number of query words in the listing, and in its title. */
  found: number;
  foundInTitle: number;
  /** 2 if the title's subject is the query, 1 if the subject names other things too, else 0. */
  subject: number;
};

/** A subject step weighs more than text rank and nearness together. */
const WEIGHTS = { found: 4, foundInTitle: 2, subject: 1.5, rank: 1, nearness: 0.5 };
const HALF_AS_NEAR_MILES = 10;
const DIGITS = 1e6;

/**
 * All words rank above some, words in the title above others, the item itself above a bundle that contains it, near
 * above far. Rounded, because a cursor stores it.
 */
function relevanceOf({ rank, found, foundInTitle, subject }: Match, words: number, miles: number | null): number {
  const nearness = miles === null ? 0 : 1 / (1 + miles / HALF_AS_NEAR_MILES);
  const score =
    (WEIGHTS.found * found) / words +
    (WEIGHTS.foundInTitle * foundInTitle) / words +
    WEIGHTS.subject * subject +
    WEIGHTS.rank * rank +
    WEIGHTS.nearness * nearness;
  return Math.round(score * DIGITS) / DIGITS;
}

const given = sql.placeholder;

/** Counts how many of the queries a listing matches. */
const matchCount = (name: string, queries: number): SQL =>
  sql.join(
    Array.from({ length: queries }, (_, place) => sql`(words @@ ${given(`${name}${place}`)}::tsquery)::integer`),
    sql` + `,
  );

const numbered = (name: string, queries: readonly string[]): Record<string, string> =>
  Object.fromEntries(queries.map((query, place) => [`${name}${place}`, query]));

/** Where a title's subject ends: "Home repair set: drill, ladder" and "Sit-in kayak with paddle". */
const END_OF_SUBJECT = sql.raw(String.raw`'\s*([:,;(–—]| - | with | for | incl).*$'`);
const SEVERAL_THINGS = sql.raw("'( and | plus |[&+])'");

/** Reads only titles that contain every word. */
const subjectOf = (
  words: number,
): SQL => sql`case when ${matchCount("inTitle", words)} = ${sql.raw(String(words))} then (
    select case
        when not to_tsvector('pg_catalog.english', search_text(subject)) @@ ${given("all")}::tsquery then 0
        when subject ~* ${SEVERAL_THINGS} then 1
        else 2
      end
    from items cross join lateral (select regexp_replace(title, ${END_OF_SUBJECT}, '', 'i') as subject) as named
    where items.id = item_search.item_id
  ) else 0 end`;

type Row = [id: string, rank: number, found: number, foundInTitle: number, subject: number];

const matchesOfItems = byAlternatives((db, words) =>
  db
    .select({
      list: listOf<Row>(
        sql`item_id`,
        sql`ts_rank(words, ${given("words")}::tsquery)::float8`,
        matchCount("word", words),
        matchCount("inTitle", words),
        subjectOf(words),
      ),
    })
    .from(sql`item_search`)
    .where(sql`item_id = any (${given("ids")}::uuid[]) and category = 0`)
    .prepare(`search_matches_${words}`),
);

async function selectMatches(db: Db, ids: readonly string[], terms: QueryTerms): Promise<Match[]> {
  const result = await matchesOfItems(db, terms.length).execute({
    ids,
    words: anyWord(terms),
    all: allWords(terms),
    ...numbered("word", eachWord(terms)),
    ...numbered("inTitle", eachWordInTitle(terms)),
  });
  return rowsOf(result).map(([id, rank, found, foundInTitle, subject]) => ({
    id,
    rank,
    found,
    foundInTitle,
    subject,
  }));
}

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
    items: found.map((row) => ({ id: row.id, distanceMiles: place && milesBetween(place, row) })),
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
    for (const row of found.slice(places.length)) places.push({ ...row, block: blockStart });
    if (found.length > limit) return { found: found.slice(0, limit), resume: places[limit - 1] ?? null };
    if (block.isDone) return { found, resume: null };
    [blockStart, after] = [block.end, null];
    examined += block.rows.length;
    if (examined >= MAX_EXAMINED && blockStart) return { found, resume: { ...BEFORE_ALL, block: blockStart } };
  }
}

const rowsAfter = (ranked: readonly Found[], after: Place | null): Found[] =>
  ranked.filter((row) => !after || compare(row, after) > 0);

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
      return { rows: block, end: isDone ? null : (last ?? null), isDone };
    }
    place = batch.end;
  }
}

async function rank(db: Db, { words, origin, area }: ResolvedSearch, rows: readonly Found[]): Promise<Found[]> {
  const inside = rows.filter((row) => !area || isInArea(area, row));
  if (!words || inside.length === 0) return inside;
  const ids = inside.map(({ id }) => id);
  const matches = new Map((await selectMatches(db, ids, words.terms)).map((match) => [match.id, match]));
  return inside
    .flatMap((row) => {
      const match = matches.get(row.id);
      const miles = origin && milesBetween(origin, row);
      return match ? [{ ...row, key: relevanceOf(match, words.terms.length, miles) }] : [];
    })
    .sort(compare);
}
