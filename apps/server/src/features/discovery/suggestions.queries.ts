import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { users } from "../../schema/accounts.ts";
import { items } from "../../schema/listings.ts";
import { searchTerms } from "../../schema/search.ts";
import { searchStatistics } from "./search/search-statistics.ts";
import { indexedTokens } from "./search/search-tokens.ts";

const given = sql.placeholder;
const lowerCaseText = sql`lower(${given("text")})`;

type Described = { title: string; description: string };

/** A scalar subquery, so that only the owners of the few rows read are looked up, never all owners. */
const isOwnerActive = sql`(select suspended_at from ${users} where users.id = owner_id) is null`;

/**
 * Matches the expression index on title prefixes; U+10FFFF closes the range. Many listings share a title, hence the
 * grouping.
 */
const titlesByPrefix = prepared((db: Db) =>
  db
    .select({ title: sql<string>`title` })
    .from(
      sql`(
        select title from ${items}
        where is_available and deleted_at is null and ${isOwnerActive} and left(lower(title), 2) = left(${lowerCaseText}, 2)
          and lower(title) ~>=~ ${lowerCaseText} and lower(title) ~<~ (${lowerCaseText} || chr(1114111))
        order by char_length(title), lower(title) using ~<~
        limit ${given("most")}
      ) as beginning`,
    )
    .groupBy(sql`title`)
    .prepare("titles_beginning"),
);

const newestContaining = prepared((db: Db) =>
  db
    .select({ title: items.title, description: items.description })
    .from(
      sql`(
        select item_id from item_search where category = 0 order by created_at desc, item_id desc limit ${given("most")}
      ) as newest`,
    )
    .innerJoin(items, sql`${items.id} = newest.item_id`)
    .where(sql`strpos(lower(${items.title} || ' ' || ${items.description}), ${lowerCaseText}) > 0`)
    .prepare("newest_containing"),
);

async function findTitlesByPrefix(db: Db, text: string, most: number): Promise<string[]> {
  const rows = await titlesByPrefix(db).execute({ text, most });
  return rows.map(({ title }) => title);
}

async function findNewestContaining(db: Db, text: string, most: number): Promise<Described[]> {
  return newestContaining(db).execute({ text, most });
}

async function findDescribed(db: Db, itemIds: readonly string[]): Promise<Described[]> {
  if (itemIds.length === 0) return [];
  return db
    .select({ title: items.title, description: items.description })
    .from(items)
    .where(inArray(items.id, [...itemIds]));
}

const MIN_TEXT = 2;
const NEWEST = 300;
const TITLES = 300;

/**
 * Suggests what a client with all listings would suggest. Matches at the start of a title or word use indexes;
 * matches in the middle of a word are found only among the newest listings, since no index covers them cheaply.
 */
export async function suggestSearches(db: Db, text: string): Promise<string[]> {
  if (text.length < MIN_TEXT) return [];
  const [newest, titles, withWord] = await Promise.all([
    findNewestContaining(db, text, NEWEST),
    findTitlesByPrefix(db, text, TITLES),
    findItemsByPrefix(db, text).then((itemIds) => findDescribed(db, itemIds)),
  ]);
  return suggestionsFor(text, suggestionTermsOf([...newest, ...withWord, ...titles.map((title) => ({ title }))]));
}

const MAX_TERMS = 30;
const LISTINGS_PER_TERM = 4;
/** Above this share the index would return too many listings; the newest listings contain such words anyway. */
const FREQUENT = 0.01;

const searchText = sql`search_text(${given("text")})`;

/** U+10FFFF closes the prefix range. Terms can outlive the listings they came from. */
const listingsByPrefix = prepared((db: Db) =>
  db
    .select({ itemId: sql<string>`listing.item_id` })
    .from(
      sql`(
        select lexeme from ${searchTerms}
        where length(${searchText}) >= 2 and term ~>=~ ${searchText} and term ~<~ (${searchText} || chr(1114111))
          and lexeme <> all (${given("frequent")}::text[])
        order by length(term), term limit ${sql.raw(String(MAX_TERMS))}
      ) as beginning
      cross join lateral (
        select item_id from item_tokens where ${indexedTokens} && array[search_token(lexeme)]
        limit ${sql.raw(String(LISTINGS_PER_TERM))}
      ) as listing`,
    )
    .groupBy(sql`listing.item_id`)
    .prepare("search_listings_by_beginning"),
);

/** A few live listings for each of the shortest matching words, without very frequent words. */
async function findItemsByPrefix(db: Db, text: string): Promise<string[]> {
  const { stems } = await searchStatistics(db);
  const frequent = [...stems].filter(([, share]) => share >= FREQUENT).map(([stem]) => stem);
  const rows = await listingsByPrefix(db).execute({ text, frequent });
  return rows.map(({ itemId }) => itemId);
}
