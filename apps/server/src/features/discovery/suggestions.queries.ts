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

/** In parentheses, so that it is asked of the few that are read and never of all owners. */
const isOwnerThere = sql`(select suspended_at from ${users} where users.id = owner_id) is null`;

/** As the index on beginnings has it; the last character there is closes the range. Many listings are called the same. */
const titlesByPrefix = prepared((db: Db) =>
  db
    .select({ title: sql<string>`title` })
    .from(
      sql`(
        select title from ${items}
        where is_available and deleted_at is null and ${isOwnerThere} and left(lower(title), 2) = left(${lowerCaseText}, 2)
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

/** Titles of live listings that begin with a text, among the shortest. */
async function findTitlesByPrefix(db: Db, text: string, most: number): Promise<string[]> {
  const rows = await titlesByPrefix(db).execute({ text, most });
  return rows.map(({ title }) => title);
}

/** Those of the newest live listings that contain a text anywhere. */
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
 * What a browser that held every listing would suggest. Listings whose title, or a word, begins with the text are found
 * by indexes; those that have it in the middle of a word no index gives at this price, so only among the newest.
 */
export async function suggestSearches(db: Db, text: string): Promise<string[]> {
  if (text.length < MIN_TEXT) return [];
  const [newest, titles, worded] = await Promise.all([
    findNewestContaining(db, text, NEWEST),
    findTitlesByPrefix(db, text, TITLES),
    findItemsByPrefix(db, text).then((itemIds) => findDescribed(db, itemIds)),
  ]);
  return suggestionsFor(text, suggestionTermsOf([...newest, ...worded, ...titles.map((title) => ({ title }))]));
}

const MAX_TERMS = 30;
const LISTINGS_PER_TERM = 4;
/** From this share on, the index would first have to list very many; the newest listings have such a word anyway. */
const FREQUENT = 0.01;

const searchText = sql`search_text(${given("text")})`;

/** The last character there is closes the range of what begins with a text. Terms outlive the listings they were in. */
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

/** A few live listings for each of the shortest words that begin with a text; words nearly all have are passed over. */
async function findItemsByPrefix(db: Db, text: string): Promise<string[]> {
  const { stems } = await searchStatistics(db);
  const frequent = [...stems].filter(([, share]) => share >= FREQUENT).map(([stem]) => stem);
  const rows = await listingsByPrefix(db).execute({ text, frequent });
  return rows.map(({ itemId }) => itemId);
}
