import type { SearchFilterKind } from "@nexby/domain/search/counted-search";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { throttle } from "../../platform/throttle.ts";
import { MAX_COUNTED_RESULTS, searchAnalytics } from "../../schema/search.ts";

export const today = sql<string>`(app_now() at time zone 'UTC')::date`;

/** `visitor` is a hash used only for deduplication: it expires after a day and is never stored with the text. */
export type RecordedSearch = { text: string; filters: SearchFilterKind[]; visitor: string; results: number };

const DAY = 24 * 60 * 60;
const DAILY_PER_TEXT = { times: 1, seconds: DAY };
const DAILY_PER_VISITOR = { times: 200, seconds: DAY };

/** Counts each text once per visitor and day, so that changing filters or repeating a search counts once. */
export async function countSearches(db: Db, recorded: readonly RecordedSearch[]): Promise<void> {
  const counted = new Map<string, CountedSearch>();
  for (const { text, filters, visitor, results } of recorded) {
    if (!(await isNew(db, text, visitor))) continue;
    const key = [text, ...filters].join("\n");
    const known = counted.get(key) ?? { text, filters, searches: 0, withoutResult: 0, results: 0 };
    counted.set(key, {
      ...known,
      searches: known.searches + 1,
      withoutResult: known.withoutResult + Number(results === 0),
      results: Math.min(results, MAX_COUNTED_RESULTS),
    });
  }
  await addSearches(db, [...counted.values()]);
}

async function isNew(db: Db, text: string, visitor: string): Promise<boolean> {
  const first = await throttle(db, ["search-of-a-day", visitor, text], DAILY_PER_TEXT);
  return first.allowed && (await throttle(db, ["searches-of-a-day", visitor], DAILY_PER_VISITOR)).allowed;
}

type CountedSearch = {
  text: string;
  filters: SearchFilterKind[];
  searches: number;
  withoutResult: number;
  results: number;
};

/** Rows are sorted so that concurrent upserts lock them in the same order and cannot deadlock. */
async function addSearches(db: Db, counted: readonly CountedSearch[]): Promise<void> {
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

const RETENTION_DAYS = 90;

export async function deleteOldSearches(db: Db): Promise<void> {
  await db.delete(searchAnalytics).where(sql`${searchAnalytics.day} <= ${today} - ${RETENTION_DAYS}::int`);
}
