import type { SearchFilterKind } from "@nexby/domain/search/counted-search";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { searchAnalytics } from "./search-analytics.table.ts";

const DAYS_KEPT = 90;

const today = sql<string>`(app_now() at time zone 'UTC')::date`;

export type CountedSearch = {
  text: string;
  filters: SearchFilterKind[];
  searches: number;
  withoutResult: number;
  results: number;
};

/** In one order, so that two processes that count the same wait for each other and not in a circle. */
export async function addSearches(db: Db, counted: readonly CountedSearch[]): Promise<void> {
  if (counted.length === 0) return;
  const keyOf = ({ text, filters }: CountedSearch) => [text, ...filters].join("\n");
  const rows = [...counted].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await db
    .insert(searchAnalytics)
    .values(rows.map((row) => ({ ...row, day: today })))
    .onConflictDoUpdate({
      target: [searchAnalytics.day, searchAnalytics.text, searchAnalytics.filters],
      set: {
        searches: sql`${searchAnalytics.searches} + excluded.searches`,
        withoutResult: sql`${searchAnalytics.withoutResult} + excluded.without_result`,
        results: sql`excluded.results`,
      },
    });
}

export type SearchRow = {
  text: string;
  searches: number;
  withoutResult: number;
  results: number;
  lastDay: string;
  /** Kinds of filters, comma by comma; each may be there several times. */
  filters: string;
};

export type SearchPlace = { count: number; text: string };
type Wanted = { days: number; isWithoutResult: boolean; after: SearchPlace | null; limit: number };

/** By how often, then by text; that is also the place of the next page. */
export async function selectSearches(db: Db, { days, isWithoutResult, after, limit }: Wanted): Promise<SearchRow[]> {
  const counted = isWithoutResult ? sql`sum(without_result)` : sql`sum(searches)`;
  const isAfter = after
    ? sql`and (${counted} < ${after.count} or (${counted} = ${after.count} and text collate "C" > ${after.text}))`
    : sql``;
  const { rows } = await db.execute<SearchRow>(sql`
    select text, sum(searches)::int as searches, sum(without_result)::int as "withoutResult",
      (array_agg(results order by day desc, results desc))[1] as results, max(day)::text as "lastDay",
      string_agg(array_to_string(filters, ','), ',') as filters
    from ${searchAnalytics}
    where day > ${today} - ${days}::int
    group by text
    having ${counted} > 0 ${isAfter}
    order by ${counted} desc, text collate "C"
    limit ${limit}`);
  return rows;
}

export async function forgetOldSearches(db: Db): Promise<void> {
  await db.delete(searchAnalytics).where(sql`${searchAnalytics.day} <= ${today} - ${DAYS_KEPT}::int`);
}
