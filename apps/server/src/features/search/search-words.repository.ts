import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { searchToken } from "./search-tokens.ts";
import { allWords, type Term, type TypedWord, type WantedWords } from "./search-words.ts";
import { byAlternatives, hasTokens, indexedTokens, tokenValues } from "./token-statements.ts";

const MOST_WORDS = 8;
const MOST_RECENT = 2000;
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
    .limit(MOST_WORDS)
    .prepare("search_stems_of_text"),
);

const MOST_REMEMBERED = 5000;
const remembered = new Map<string, Term[]>();

/** A text has always the same stems, and the same is asked for again and again. */
async function findStems(db: Db, text: string): Promise<Term[]> {
  const known = remembered.get(text);
  if (known) return known;
  const stems = await stemsOfText(db).execute({ text });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, stems);
  return stems;
}

const termsWhere = (condition: SQL, most: number) => sql<Term[]>`case when typed.is_known then '[]' else coalesce((
  select json_agg(json_build_object('term', term, 'lexeme', lexeme))
  from (
    select search_terms.term, search_terms.lexeme from search_terms where ${condition}
    order by abs(length(search_terms.term) - length(typed.term)), search_terms.term limit ${sql.raw(String(most))}
  ) as fitting), '[]') end`;

/**
 * Offset 0: whether a word is known is asked once. The last character there is closes the range of what begins with a word.
 */
const wordsOfStems = prepared((db: Db) =>
  db
    .select({
      term: sql<string>`typed.term`,
      isKnown: sql<boolean>`typed.is_known`,
      longer: termsWhere(
        sql`search_terms.term ~>=~ typed.term and search_terms.term ~<~ (typed.term || chr(1114111))`,
        20,
      ),
      similar: termsWhere(sql`search_terms.slips && search_slips(typed.term)`, 50),
    })
    .from(
      sql`(
        select term, exists (
          select 1 from item_tokens where ${indexedTokens} && array[search_token(lexeme)]
        ) as is_known
        from unnest(${given("terms")}::text[], ${given("lexemes")}::text[]) as given (term, lexeme)
        offset 0
      ) as typed`,
    )
    .prepare("search_words_of_stems"),
);

/** The telling words of a text, and what is known about them. Of frequent ones nothing has to be looked up. */
export async function readWords(db: Db, text: string, frequent: ReadonlyMap<string, number>): Promise<TypedWord[]> {
  const stems = await findStems(db, text);
  const others = stems.filter(({ lexeme }) => !frequent.has(lexeme));
  const [terms, lexemes] = [others.map(({ term }) => term), others.map(({ lexeme }) => lexeme)];
  const read = others.length === 0 ? [] : await wordsOfStems(db).execute({ terms, lexemes });
  const known = new Map(read.map((word) => [word.term, word]));
  return stems.map((stem) => ({ isKnown: true, longer: [], similar: [], ...known.get(stem.term), ...stem }));
}

const fitsWords = sql`@@ ${given("words")}::tsquery`;

/** Ends at the first that fits. */
const anyRecent = prepared((db: Db) =>
  db
    .select({ one: sql`1` })
    .from(
      sql`(
        select words from item_search where category = 0 order by created_at desc, item_id desc
        limit ${sql.raw(String(MOST_RECENT))}
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
export async function hasListing(db: Db, wanted: WantedWords, share: number): Promise<boolean> {
  const isFrequent = share * MOST_RECENT > 1;
  if (isFrequent && (await anyRecent(db).execute({ words: allWords(wanted) })).length > 0) return true;
  const tokens = wanted.map((stems) => stems.map(searchToken));
  return (await anyListing(db, tokens.length).execute(tokenValues(tokens))).length > 0;
}
