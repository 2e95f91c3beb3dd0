import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { listOf, rowsOf } from "./ordered-statements.ts";
import { allWords, anyWord, eachWord, eachWordInTitle, type QueryTerms } from "./query-terms.ts";
import { byAlternatives } from "./search-tokens.ts";

type Match = {
  itemId: string;
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
export function relevanceOf(
  { rank, found, foundInTitle, subject }: Match,
  words: number,
  miles: number | null,
): number {
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

type Row = [itemId: string, rank: number, found: number, foundInTitle: number, subject: number];

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

export async function selectMatches(db: Db, ids: readonly string[], terms: QueryTerms): Promise<Match[]> {
  const result = await matchesOfItems(db, terms.length).execute({
    ids,
    words: anyWord(terms),
    all: allWords(terms),
    ...numbered("word", eachWord(terms)),
    ...numbered("inTitle", eachWordInTitle(terms)),
  });
  return rowsOf(result).map(([itemId, rank, found, foundInTitle, subject]) => ({
    itemId,
    rank,
    found,
    foundInTitle,
    subject,
  }));
}
