import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { listOf, rowsOf } from "./ordered-statements.ts";
import { anyWord, eachWord, eachWordInTitle, type QueryTerms } from "./query-terms.ts";
import { byAlternatives } from "./search-tokens.ts";

type Match = {
  itemId: string;
  /** The database's: how often and where the words are. */
  rank: number;
  /** How many of the words it has, and how many in its title. */
  found: number;
  foundInTitle: number;
};

const WEIGHTS = { found: 4, foundInTitle: 2, rank: 1, nearness: 0.5 };
const HALF_AS_NEAR_MILES = 10;
const DIGITS = 1e6;

/** All words before some of them, words in the title before others, the near before the far. Rounded, to be kept in a cursor. */
export function relevanceOf({ rank, found, foundInTitle }: Match, words: number, miles: number | null): number {
  const nearness = miles === null ? 0 : 1 / (1 + miles / HALF_AS_NEAR_MILES);
  const score =
    (WEIGHTS.found * found) / words +
    (WEIGHTS.foundInTitle * foundInTitle) / words +
    WEIGHTS.rank * rank +
    WEIGHTS.nearness * nearness;
  return Math.round(score * DIGITS) / DIGITS;
}

const given = sql.placeholder;

/** How many of so many queries a listing fits. */
const fitting = (name: string, queries: number): SQL =>
  sql.join(
    Array.from({ length: queries }, (_, place) => sql`(words @@ ${given(`${name}${place}`)}::tsquery)::integer`),
    sql` + `,
  );

const numbered = (name: string, queries: readonly string[]): Record<string, string> =>
  Object.fromEntries(queries.map((query, place) => [`${name}${place}`, query]));

type Row = [itemId: string, rank: number, found: number, foundInTitle: number];

const matchesOfItems = byAlternatives((db, words) =>
  db
    .select({
      list: listOf<Row>(
        sql`item_id`,
        sql`ts_rank(words, ${given("words")}::tsquery)::float8`,
        fitting("word", words),
        fitting("inTitle", words),
      ),
    })
    .from(sql`item_search`)
    .where(sql`item_id = any (${given("ids")}::uuid[]) and category = 0`)
    .prepare(`search_matches_${words}`),
);

/** How well these items fit the words. */
export async function selectMatches(db: Db, ids: readonly string[], wanted: QueryTerms): Promise<Match[]> {
  const answer = await matchesOfItems(db, wanted.length).execute({
    ids,
    words: anyWord(wanted),
    ...numbered("word", eachWord(wanted)),
    ...numbered("inTitle", eachWordInTitle(wanted)),
  });
  return rowsOf(answer).map(([itemId, rank, found, foundInTitle]) => ({ itemId, rank, found, foundInTitle }));
}
