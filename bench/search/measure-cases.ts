import { readFileSync } from "node:fs";
import { searchFilter } from "@nexby/contract/discovery/search";
import { countFacets } from "../../apps/server/src/features/discovery/search/facets.ts";
import { searchItems } from "../../apps/server/src/features/discovery/search/search-items.ts";
import { openDatabase } from "../../apps/server/src/platform/db/db.ts";
import { inMs, percentile, print, summaryLine } from "./percentiles.ts";
import { type SearchCase, searchCases } from "./search-cases.ts";

/** PostgreSQL plans the first five runs of a statement for their values; later runs are as in a running server. */
const WARM_UP = 6;
const ROUNDS = 3;
const LIMIT_MS = 100;
const MAX_COUNTS_RATIO = 12;

type Result = { name: string; place: string; sort: string; text: string; ms: number; cpu: number };

/** CPU time of a database process so far, in ms; not a number where the system does not tell. */
function cpuTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function printGroups(results: readonly Result[], of: (result: Result) => number): void {
  const groups = new Map<string, number[]>();
  for (const result of results) {
    for (const name of [`${result.place} by ${result.sort}`, `${result.place}, ${result.text}`]) {
      groups.set(name, [...(groups.get(name) ?? []), of(result)]);
    }
  }
  for (const [name, values] of [...groups].sort(([one], [other]) => one.localeCompare(other))) {
    print(summaryLine(name, values));
  }
  print(summaryLine("all", results.map(of)));
}

function printSlowest(results: readonly Result[], most: number): void {
  for (const { name, ms, cpu } of results.toSorted((one, other) => other.ms - one.ms).slice(0, most)) {
    print(`${inMs(ms)} (${inMs(cpu)})  ${name}\n`);
  }
}

function checkLimit(results: readonly Result[]): void {
  const over = results.filter(({ ms }) => ms > LIMIT_MS).length;
  print(`${over === 0 ? "✓" : "✗"} ${over} above ${LIMIT_MS} ms\n`);
  if (over > 0) process.exitCode = 1;
}

/** Also limits the computing time relative to that of pages: a ratio that other work on the machine hardly changes. */
function checkCounts(counts: readonly Result[], pages: readonly Result[], maxMs: number): void {
  const p95 = (results: readonly Result[], of: (result: Result) => number) => percentile(results.map(of), 95);
  const time = p95(counts, ({ ms }) => ms);
  const ratio = p95(counts, ({ cpu }) => cpu) / p95(pages, ({ cpu }) => cpu);
  const isFast = time <= maxMs;
  // Not a number where the system does not tell the computing time.
  const isLight = !(ratio > MAX_COUNTS_RATIO);
  print(`${isFast ? "✓" : "✗"} counts and histogram: p95 ${time.toFixed(1)} ms, at most ${maxMs} ms\n`);
  print(`${isLight ? "✓" : "✗"} ${ratio.toFixed(1)} times a page's computing time, at most ${MAX_COUNTS_RATIO}\n`);
  if (!isFast || !isLight) process.exitCode = 1;
}

/**
 * Measures every case alone, as the median of its rounds, and then the facet counts shown next to the results, whose
 * 95th percentile may be limited.
 */
export async function measureCases(url: string, maxCountsMs: number | undefined): Promise<void> {
  const { db, close } = openDatabase({ url, poolSize: 1, onIdleError: () => undefined });
  const { rows } = await db.execute<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  const measured = async (one: SearchCase, work: () => Promise<unknown>): Promise<Result> => {
    const before = cpuTime(pid);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
    const cpu = (cpuTime(pid) - before) / ROUNDS;
    const ms = times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
    return { ...one, name: `${one.place}, ${one.text}, ${one.filter}, by ${one.sort}`, ms, cpu };
  };

  const cases = searchCases();
  const unfilteredCases = cases.filter(({ filter }) => filter === "no filter");
  for (let round = 0; round < WARM_UP; round += 1)
    for (const { query } of unfilteredCases) await searchItems(db, query);
  const results: Result[] = [];
  for (const one of cases) results.push(await measured(one, () => searchItems(db, one.query)));
  print(`\n${cases.length} cases, alone, ms                  p50     p95     p99     max\n`);
  printGroups(results, ({ ms }) => ms);
  print("\nThe same in the database's own computing time\n");
  printGroups(results, ({ cpu }) => cpu);
  print("\nThe slowest, with the computing time\n");
  printSlowest(results, 12);
  checkLimit(results);

  const counts: Result[] = [];
  for (const one of cases.filter(({ sort }) => sort === "newest")) {
    const filter = searchFilter.parse(one.given);
    await countFacets(db, filter);
    counts.push(await measured(one, () => countFacets(db, filter)));
  }
  print(`\n${counts.length} times counts and histogram, ms      p50     p95     p99     max\n`);
  print(
    summaryLine(
      "time",
      counts.map(({ ms }) => ms),
    ),
  );
  print(
    summaryLine(
      "computing time",
      counts.map(({ cpu }) => cpu),
    ),
  );
  printSlowest(counts, 5);
  if (maxCountsMs !== undefined) checkCounts(counts, results, maxCountsMs);
  await close();
}
