import type { SearchFilter } from "@nexby/contract/discovery/search";
import type { Position } from "@nexby/domain/kernel/distance";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
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
import {
  allWords,
  anyWord,
  byAlternatives,
  hasTokens,
  type QueryTerms,
  queryTerms,
  searchToken,
  type Term,
  type TypedWord,
  tokenValues,
} from "./search-tokens.ts";

type Words = {
  terms: QueryTerms;
  /** All words, or any of them if no listing contains all. */
  needed: QueryTerms;
  /** `needed` as a tsquery. */
  query: string;
  /** Estimated share of all listings that match. */
  share: number;
};

/** A search with its category, words and places resolved. */
export type ResolvedSearch = {
  filterSet: FilterSet;
  area: Area | null;
  /** `place` is used for displayed distances, `origin` for sorting. */
  place: Position | null;
  origin: Position | null;
  words: Words | null;
  stay: Stay | null;
};

/** The last time zone in which a day ends. */
const LATEST_ZONE = "Etc/GMT+12";

const isPast = async (db: Db, { dates }: Stay): Promise<boolean> =>
  dates !== null && dates.startDate < localDateOf(await readClock(db), LATEST_ZONE);

/** Null when nothing can match: an unknown category, no known word, or a start date that has passed everywhere. */
export async function resolveSearch(db: Db, query: SearchFilter): Promise<ResolvedSearch | null> {
  const category = query.category === undefined ? ANY_CATEGORY : await findCategoryNumber(db, query.category);
  const words = query.search === undefined ? null : await resolveWords(db, query.search);
  if (category === null || (query.search !== undefined && !words)) return null;
  const stay = stayOf(query);
  if (stay && (await isPast(db, stay))) return null;
  return {
    filterSet: filterSetOf(query, category),
    area: areaOf(query),
    place: placeOf(query),
    origin: originOf(query),
    words,
    stay,
  };
}

async function resolveWords(db: Db, text: string): Promise<Words | null> {
  const { stems: shares } = await searchStatistics(db);
  const terms = queryTerms(await readWords(db, text, shares));
  if (terms.length === 0) return null;
  const shareOf = (stems: readonly string[]) => {
    const sum = stems.reduce((share, stem) => share + (shares.get(stem) ?? 0), 0);
    return Math.min(1, sum);
  };
  const share = terms.reduce((product, stems) => product * shareOf(stems), 1);
  const hasMatch = terms.length === 1 || (await hasListing(db, terms, share));
  if (hasMatch) return { terms, needed: terms, query: allWords(terms), share };
  return { terms, needed: [terms.flat()], query: anyWord(terms), share: shareOf(terms.flat()) };
}

const MAX_WORDS = 8;
const MAX_RECENT = 2000;
const given = sql.placeholder;

/** Typed words with their stems, in order; stop words have no stem and are left out. */
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

const MAX_CACHED = 5000;
const stemCache = new Map<string, Term[]>();

/** Cached, because the stems of a text never change and the same texts recur. */
async function findStems(db: Db, text: string): Promise<Term[]> {
  const known = stemCache.get(text);
  if (known) return known;
  const stems = await stemsOfText(db).execute({ text });
  if (stemCache.size >= MAX_CACHED) stemCache.clear();
  stemCache.set(text, stems);
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

/** Non-stop words with what the index knows about them. Frequent ones need no lookup. */
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

const matchesWords = sql`@@ ${given("words")}::tsquery`;

/** Stops at the first match. */
const anyRecent = prepared((db: Db) =>
  db
    .select({ one: sql`1` })
    .from(
      sql`(
        select words from item_search where category = 0 order by created_at desc, item_id desc
        limit ${sql.raw(String(MAX_RECENT))}
      ) as recent`,
    )
    .where(sql`words ${matchesWords}`)
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

/**
 * True if any listing contains all words. Frequent words are soon found among the newest listings, while the index
 * would list all of them.
 */
async function hasListing(db: Db, terms: QueryTerms, share: number): Promise<boolean> {
  const isFrequent = share * MAX_RECENT > 1;
  if (isFrequent && (await anyRecent(db).execute({ words: allWords(terms) })).length > 0) return true;
  const tokens = terms.map((stems) => stems.map(searchToken));
  return (await anyListing(db, tokens.length).execute(tokenValues(tokens))).length > 0;
}

const named = sql.placeholder("category");

/** Plain table names, because the listings feature imports this one. */
const numberOfCategory = prepared((db: Db) =>
  db
    .select({ number: sql<number>`number` })
    .from(sql`search_categories join categories on categories.id = category_id`)
    .where(sql`slug = ${named} or name = ${named} or category_id::text = ${named}`)
    .limit(1)
    .prepare("search_number_of_category"),
);

/** Accepts a slug, an exact name or an id. */
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

/** In display order. */
export async function listNumberedCategories(db: Db): Promise<{ id: string; number: number }[]> {
  return numbered(db).execute();
}
