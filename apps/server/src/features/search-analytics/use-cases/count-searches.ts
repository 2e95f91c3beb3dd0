import type { SearchFilterKind } from "@nexby/domain/search/counted-search";
import type { Db } from "../../../platform/db/db.ts";
import { throttle } from "../../../platform/throttle/throttle.ts";
import { addSearches, type CountedSearch } from "../search-analytics.repository.ts";
import { MOST_COUNTED_RESULTS } from "../search-analytics.table.ts";

/** `visitor` is only compared, as a hash that is forgotten after a day, and never kept with the text. */
export type NotedSearch = { text: string; filters: SearchFilterKind[]; visitor: string; results: number };

const DAY = 24 * 60 * 60;
const ONCE_A_DAY = { times: 1, seconds: DAY };
const ALL_OF_A_VISITOR = { times: 200, seconds: DAY };

/** Counts each text once a day for each visitor: filters that change, or who asks again and again, count as one search. */
export async function countSearches(db: Db, noted: readonly NotedSearch[]): Promise<void> {
  const counted = new Map<string, CountedSearch>();
  for (const { text, filters, visitor, results } of noted) {
    if (!(await isNew(db, text, visitor))) continue;
    const key = [text, ...filters].join("\n");
    const known = counted.get(key) ?? { text, filters, searches: 0, withoutResult: 0, results: 0 };
    counted.set(key, {
      ...known,
      searches: known.searches + 1,
      withoutResult: known.withoutResult + Number(results === 0),
      results: Math.min(results, MOST_COUNTED_RESULTS),
    });
  }
  await addSearches(db, [...counted.values()]);
}

async function isNew(db: Db, text: string, visitor: string): Promise<boolean> {
  const first = await throttle(db, ["search-of-a-day", visitor, text], ONCE_A_DAY);
  return first.allowed && (await throttle(db, ["searches-of-a-day", visitor], ALL_OF_A_VISITOR)).allowed;
}
