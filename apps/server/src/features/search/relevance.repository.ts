import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Match } from "./relevance.ts";
import { anyWord, eachWord, eachWordInTitle, type WantedWords } from "./search-words.ts";

const given = sql.placeholder;
const matching = (name: string) =>
  sql<number>`(select count(*)::integer from unnest(${given(name)}::tsquery[]) as word where words @@ word)`;

const matchesOfItems = prepared((db: Db) =>
  db
    .select({
      itemId: sql<string>`item_id`,
      rank: sql<number>`ts_rank(words, ${given("words")}::tsquery)::float8`,
      found: matching("each"),
      foundInTitle: matching("eachInTitle"),
    })
    .from(sql`item_search`)
    .where(sql`item_id = any (${given("ids")}::uuid[]) and category = 0`)
    .prepare("search_matches"),
);

/** How well these items fit the words. */
export async function selectMatches(db: Db, ids: readonly string[], wanted: WantedWords): Promise<Match[]> {
  return matchesOfItems(db).execute({
    ids,
    words: anyWord(wanted),
    each: eachWord(wanted),
    eachInTitle: eachWordInTitle(wanted),
  });
}
