import type { SearchQuery } from "@nexby/contract/discovery/search";
import { countedTextOf, filterKindsOf, type SearchFilterKind } from "@nexby/domain/search/counted-search";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { type PageOf, pageBy, readCursor } from "../../platform/paging.ts";
import { throttle } from "../../platform/throttle.ts";
import { MAX_COUNTED_RESULTS, searchAnalytics } from "../../schema/search.ts";

const RETENTION_DAYS = 90;

const today = sql<string>`(app_now() at time zone 'UTC')::date`;

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

export type SearchRow = {
  text: string;
  searches: number;
  withoutResult: number;
  results: number;
  lastDay: string;
  /** Filter kinds, comma-separated, with duplicates. */
  filters: string;
};

type SearchPlace = { count: number; text: string };
type SearchPage = { days: number; isWithoutResult: boolean; after: SearchPlace | null; limit: number };

/** Sorted by count, then text; the cursor holds both. */
async function selectSearches(db: Db, { days, isWithoutResult, after, limit }: SearchPage): Promise<SearchRow[]> {
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

export async function deleteOldSearches(db: Db): Promise<void> {
  await db.delete(searchAnalytics).where(sql`${searchAnalytics.day} <= ${today} - ${RETENTION_DAYS}::int`);
}

type Search = { query: SearchQuery; visitor: string; results: number };
type SearchRecorder = {
  /** Returns immediately, whether or not the search is counted. */
  note(search: Search): void;
  /** Writes the pending searches. */
  close(): Promise<void>;
};

type Log = { warn(fields: object, message: string): void };

const FLUSH_DELAY_MS = 1000;
const MAX_PENDING = 200;
const WINDOW_MS = 60_000;
const MAX_PER_VISITOR = 30;

/** Paging and panning the map continue the same search, so they are not counted. */
const isSettled = ({ query }: Search) => query.cursor === undefined && query.bounds === undefined;

/**
 * Counts searches in the background, in one small batch per second under any load. Searches beyond the batch size are
 * not counted.
 */
export function createSearchRecorder(db: Db, log: Log): SearchRecorder {
  let pending: RecordedSearch[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const window = { until: 0, countByVisitor: new Map<string, number>() };

  const isOverLimit = (visitor: string): boolean => {
    if (Date.now() >= window.until) {
      window.until = Date.now() + WINDOW_MS;
      window.countByVisitor.clear();
    }
    const recorded = (window.countByVisitor.get(visitor) ?? 0) + 1;
    window.countByVisitor.set(visitor, recorded);
    return recorded > MAX_PER_VISITOR || pending.length >= MAX_PENDING;
  };

  const write = () => {
    const batch = pending;
    pending = [];
    timer = null;
    writing = writing
      .then(() => countSearches(db, batch))
      .catch((error: unknown) => log.warn({ err: error }, "Searches could not be counted"));
  };

  return {
    note(search) {
      const text = search.query.search && isSettled(search) ? countedTextOf(search.query.search) : null;
      if (!text || isOverLimit(search.visitor)) return;
      const { visitor, results, query } = search;
      pending.push({ text, filters: filterKindsOf(query), visitor, results });
      timer ??= setTimeout(write, FLUSH_DELAY_MS).unref();
    },
    async close() {
      if (timer) clearTimeout(timer);
      if (pending.length > 0) write();
      await writing;
    },
  };
}

/** `visitor` is a hash used only for deduplication: it expires after a day and is never stored with the text. */
type RecordedSearch = { text: string; filters: SearchFilterKind[]; visitor: string; results: number };

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

type Query = { days: number; kind: "all" | "without_result"; limit: number; cursor?: string | undefined };

const COUNTED_TEXT = /^(\d{1,9})_(.{1,80})$/su;
const HAS_CONTROL = /\p{Cc}/u;

/** Most frequent first. */
export async function listSearchAnalytics(db: Db, { days, kind, limit, cursor }: Query): Promise<PageOf<SearchRow>> {
  const isWithoutResult = kind === "without_result";
  const found = await selectSearches(db, { days, isWithoutResult, after: cursorAfter(cursor), limit: limit + 1 });
  return pageBy(
    found,
    limit,
    ({ text, searches, withoutResult }) => `${isWithoutResult ? withoutResult : searches}_${text}`,
  );
}

const cursorAfter = (cursor: string | undefined): SearchPlace | null =>
  readCursor(cursor, (position) => {
    const [, count, text] = COUNTED_TEXT.exec(position) ?? [];
    return count && text && !HAS_CONTROL.test(text) ? { count: Number(count), text } : null;
  });
