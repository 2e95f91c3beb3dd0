import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { searchStatistics } from "./search-statistics.repository.ts";
import { searchTerms } from "./search-terms.table.ts";
import { indexedTokens } from "./token-statements.ts";

const MOST_TERMS = 30;
const LISTINGS_PER_TERM = 4;
/** From this share on, the index would first have to list very many; the newest listings have such a word anyway. */
const FREQUENT = 0.01;

const given = sql.placeholder;
const typed = sql`search_text(${given("text")})`;

/** The last character there is closes the range of what begins with a text. Terms outlive the listings they were in. */
const listingsByBeginning = prepared((db: Db) =>
  db
    .select({ itemId: sql<string>`listing.item_id` })
    .from(
      sql`(
        select lexeme from ${searchTerms}
        where length(${typed}) >= 2 and term ~>=~ ${typed} and term ~<~ (${typed} || chr(1114111))
          and lexeme <> all (${given("frequent")}::text[])
        order by length(term), term limit ${sql.raw(String(MOST_TERMS))}
      ) as beginning
      cross join lateral (
        select item_id from item_tokens where ${indexedTokens} && array[search_token(lexeme)]
        limit ${sql.raw(String(LISTINGS_PER_TERM))}
      ) as listing`,
    )
    .groupBy(sql`listing.item_id`)
    .prepare("search_listings_by_beginning"),
);

/** A few live listings for each of the shortest words that begin with a text; words nearly all have are passed over. */
export async function findItemsByBeginning(db: Db, text: string): Promise<string[]> {
  const { stems } = await searchStatistics(db);
  const frequent = [...stems].filter(([, share]) => share >= FREQUENT).map(([stem]) => stem);
  const rows = await listingsByBeginning(db).execute({ text, frequent });
  return rows.map(({ itemId }) => itemId);
}
