import type { SearchQuery } from "@nexby/contract/discovery/search";
import { countedTextOf, filterKindsOf } from "@nexby/domain/search/counted-search";
import type { Db } from "../../platform/db/db.ts";
import { countSearches, type RecordedSearch } from "./counted-searches.ts";

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
