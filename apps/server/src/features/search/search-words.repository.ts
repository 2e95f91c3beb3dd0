import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { searchToken } from "./search-tokens.ts";
import { allWords, type Term, type TypedWord, type WantedWords } from "./search-words.ts";
import { byAlternatives, hasTokens, tokenValues } from "./token-statements.ts";

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
export async function readWords(db: Db, text: string, frequent: ReadonlyMap<string, number>): Promise<TypedWord[]> {
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
