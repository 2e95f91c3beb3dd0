import type { SearchQuery } from "@nexby/contract/search";
import { countedTextOf, filterKindsOf } from "@nexby/domain/search/counted-search";
import type { Db } from "../../platform/db/db.ts";
import { countSearches, type NotedSearch } from "./use-cases/count-searches.ts";

type Search = { query: SearchQuery; visitor: string; results: number };
export type SearchRecorder = {
  /** Returns at once, whatever becomes of it. */
  note(search: Search): void;
  /** Writes what is still waiting. */
  close(): Promise<void>;
};

type Log = { warn(fields: object, message: string): void };

const REST_MS = 1000;
const MOST_WAITING = 200;
const WINDOW_MS = 60_000;
const MOST_PER_VISITOR = 30;

/** A page further or a map that moves is the same search, and a list without words is none. */
const isSettled = ({ query }: Search) => query.cursor === undefined && query.bounds === undefined;

/**
 * Collects what is searched for and counts it a moment after the answers. Under any load there is one small batch per
 * second; what does not fit is not counted.
 */
export function createSearchRecorder(db: Db, log: Log): SearchRecorder {
  let waiting: NotedSearch[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const window = { until: 0, notedBy: new Map<string, number>() };

  const isTooMuch = (visitor: string): boolean => {
    if (Date.now() >= window.until) {
      window.until = Date.now() + WINDOW_MS;
      window.notedBy.clear();
    }
    const noted = (window.notedBy.get(visitor) ?? 0) + 1;
    window.notedBy.set(visitor, noted);
    return noted > MOST_PER_VISITOR || waiting.length >= MOST_WAITING;
  };

  const write = () => {
    const batch = waiting;
    waiting = [];
    timer = null;
    writing = writing
      .then(() => countSearches(db, batch))
      .catch((error: unknown) => log.warn({ err: error }, "Searches could not be counted"));
  };

  return {
    note(search) {
      const text = search.query.search && isSettled(search) ? countedTextOf(search.query.search) : null;
      if (!text || isTooMuch(search.visitor)) return;
      const { visitor, results, query } = search;
      waiting.push({ text, filters: filterKindsOf(query), visitor, results });
      timer ??= setTimeout(write, REST_MS).unref();
    },
    async close() {
      if (timer) clearTimeout(timer);
      if (waiting.length > 0) write();
      await writing;
    },
  };
}
