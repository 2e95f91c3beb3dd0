import type { SearchFilter } from "@nexby/contract/discovery/search";
import type { Position } from "@nexby/domain/kernel/distance";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import { allWords, anyWord, type QueryTerms, queryTerms, type Term, type TypedWord } from "./query-terms.ts";
import type { Area } from "./search-area.ts";
import {
  ANY_CATEGORY,
  areaOf,
  type FilterSet,
  filterSetOf,
  originOf,
  placeOf,
  type Stay,
  stayOf,
} from "./search-request.ts";
import { searchStatistics } from "./search-statistics.ts";
import { byAlternatives, hasTokens, searchToken, tokenValues } from "./search-tokens.ts";

type Words = {
  wanted: QueryTerms;
  /** All of the words, or any of them where no listing has all. */
  needed: QueryTerms;
  /** The same in the database's language. */
  query: string;
  /** About which share of all listings fits. */
  share: number;
};

/** A search with everything looked up that it names. */
export type ResolvedSearch = {
  filterSet: FilterSet;
  area: Area | null;
  /** Whence distances are shown, and whence they are ordered. */
  place: Position | null;
  origin: Position | null;
  words: Words | null;
  stay: Stay | null;
};

/** Where the day is younger than anywhere else. */
const LATEST_ZONE = "Etc/GMT+12";

const isOver = async (db: Db, { dates }: Stay): Promise<boolean> =>
  dates !== null && dates.startDate < localDateOf(await readClock(db), LATEST_ZONE);

/** Null when nothing can be found: no such category, no word that any listing has, or a day that is over everywhere. */
export async function resolveSearch(db: Db, query: SearchFilter): Promise<ResolvedSearch | null> {
  const category = query.category === undefined ? ANY_CATEGORY : await findCategoryNumber(db, query.category);
  const words = query.search === undefined ? null : await resolveCopy(db, query.search);
  if (category === null || (query.search !== undefined && !words)) return null;
  const stay = stayOf(query);
  if (stay && (await isOver(db, stay))) return null;
  return {
    filterSet: filterSetOf(query, category),
    area: areaOf(query),
    place: placeOf(query),
    origin: originOf(query),
    words,
    stay,
  };
}

async function resolveCopy(db: Db, text: string): Promise<Words | null> {
  const { stems: shares } = await searchStatistics(db);
  const wanted = queryTerms(await readWords(db, text, shares));
  if (wanted.length === 0) return null;
  const shareOf = (stems: readonly string[]) => {
    const sum = stems.reduce((share, stem) => share + (shares.get(stem) ?? 0), 0);
    return Math.min(1, sum);
  };
  const share = wanted.reduce((product, stems) => product * shareOf(stems), 1);
  const isThere = wanted.length === 1 || (await hasListing(db, wanted, share));
  if (isThere) return { wanted, needed: wanted, query: allWords(wanted), share };
  return { wanted, needed: [wanted.flat()], query: anyWord(wanted), share: shareOf(wanted.flat()) };
}

const MAX_WORDS = 8;
const MAX_RECENT = 2000;
const given = sql.placeholder;

/** Words as the index has them, in the order they were typed; those that say nothing have no stem and are left out. */
const stemsOfText = prepared((db: Db) =>
  db
    .select({ term: sql<string>`term`, lexeme: sql<string>`min(lexeme)` })
    .from(
      sql`unnest(string_to_array(search_text(${given("text")}), ' ')) with ordinality as split (term, place)
        cross join lateral (select (tsvector_to_array(to_tsvector('pg_catalog.english', term)))[1] as lexeme) as stem`,
    )
    .where(sql`lexeme is not null and length(term) <= 40`)
    .groupBy(sql`term`)
    .orderBy(sql`min(place)`)
    .limit(MAX_WORDS)
    .prepare("search_stems_of_text"),
);

const MAX_REMEMBERED = 5000;
const remembered = new Map<string, Term[]>();

/** A text has always the same stems, and the same is asked for again and again. */
async function findStems(db: Db, text: string): Promise<Term[]> {
  const known = remembered.get(text);
  if (known) return known;
  const stems = await stemsOfText(db).execute({ text });
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, stems);
  return stems;
}

const wordByStem = prepared((db: Db) =>
  db
    .select({
      isKnown: sql<boolean>`is_known`,
      longer: sql<Term[]>`coalesce(longer, '[]')`,
      similar: sql<Term[]>`coalesce(guesses, '[]')`,
    })
    .from(sql`search_word(${given("term")}::text, ${given("token")}::integer)`)
    .prepare("search_word"),
);

/** The telling words of a text, and what is known about them. Of frequent ones nothing has to be looked up. */
async function readWords(db: Db, text: string, frequent: ReadonlyMap<string, number>): Promise<TypedWord[]> {
  const stems = await findStems(db, text);
  return Promise.all(
    stems.map(async (stem) => {
      const word = { ...stem, isKnown: true, longer: [], similar: [] };
      if (frequent.has(stem.lexeme)) return word;
      const [read] = await wordByStem(db).execute({ term: stem.term, token: searchToken(stem.lexeme) });
      return { ...word, ...read };
    }),
  );
}

const fitsWords = sql`@@ ${given("words")}::tsquery`;

/** Ends at the first that fits. */
const anyRecent = prepared((db: Db) =>
  db
    .select({ one: sql`1` })
    .from(
      sql`(
        select words from item_search where category = 0 order by created_at desc, item_id desc
        limit ${sql.raw(String(MAX_RECENT))}
      ) as recent`,
    )
    .where(sql`words ${fitsWords}`)
    .limit(1)
    .prepare("search_any_recent"),
);

const anyListing = byAlternatives((db, alternatives) =>
  db
    .select({ one: sql`1` })
    .from(sql`item_tokens`)
    .where(hasTokens(alternatives))
    .limit(1)
    .prepare(`search_any_listing_${alternatives}`),
);

/** Whether any listing has all words. Of frequent ones it is soon met among the newest; the index would list them all. */
async function hasListing(db: Db, wanted: QueryTerms, share: number): Promise<boolean> {
  const isFrequent = share * MAX_RECENT > 1;
  if (isFrequent && (await anyRecent(db).execute({ words: allWords(wanted) })).length > 0) return true;
  const tokens = wanted.map((stems) => stems.map(searchToken));
  return (await anyListing(db, tokens.length).execute(tokenValues(tokens))).length > 0;
}

const named = sql.placeholder("category");

/** By name and not through the listings' own code: that asks this feature what to list. */
const numberOfCategory = prepared((db: Db) =>
  db
    .select({ number: sql<number>`number` })
    .from(sql`search_categories join categories on categories.id = category_id`)
    .where(sql`slug = ${named} or name = ${named} or category_id::text = ${named}`)
    .limit(1)
    .prepare("search_number_of_category"),
);

/** By slug, exact name or id; null when there is none. */
async function findCategoryNumber(db: Db, category: string): Promise<number | null> {
  const [row] = await numberOfCategory(db).execute({ category });
  return row?.number ?? null;
}

const numbered = prepared((db: Db) =>
  db
    .select({ id: sql<string>`category_id`, number: sql<number>`number` })
    .from(sql`search_categories join categories on categories.id = category_id`)
    .orderBy(sql`position`)
    .prepare("search_numbered_categories"),
);

/** All categories with their numbers, in the order they are shown. */
export async function listNumberedCategories(db: Db): Promise<{ id: string; number: number }[]> {
  return numbered(db).execute();
}
