import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Alternatives } from "./search-tokens.ts";

/** As the index of tokens has it. */
export const indexedTokens = sql`near_tokens(tokens, latitude, longitude)`;

const hasOneOf = (place: number) => sql`${indexedTokens} && ${sql.placeholder(`tokens${place}`)}::integer[]`;

/** Listings with one of each of so many alternatives. */
export const hasTokens = (alternatives: number): SQL =>
  sql.join(
    Array.from({ length: alternatives }, (_, place) => hasOneOf(place)),
    sql` and `,
  );

/** What to give a statement for its `hasTokens`. */
export const tokenValues = (tokens: Alternatives): Record<string, readonly number[]> =>
  Object.fromEntries(tokens.map((any, place) => [`tokens${place}`, any]));

/** A statement for each number of alternatives, made when it is first needed. */
export function byAlternatives<Query>(build: (db: Db, alternatives: number) => Query) {
  const known = new Map<number, (db: Db) => Query>();
  return (db: Db, alternatives: number): Query => {
    const made = known.get(alternatives) ?? prepared((pool: Db) => build(pool, alternatives));
    known.set(alternatives, made);
    return made(db);
  };
}
