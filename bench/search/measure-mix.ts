import { fork } from "node:child_process";
import { Agent, get } from "node:http";
import pg from "pg";
import { CONNECTION } from "../../apps/server/src/platform/db/db.ts";
import { bundle } from "../bundle.ts";
import { percentile, percentileLine, print } from "./percentiles.ts";
import { searchMix } from "./search-mix.ts";
import { recordStatements, replay } from "./statements.ts";

const CLIENTS = 8;
const ROUNDS = 3;
const ROUND_MS = 10_000;
const SEARCHES = 1000;

/** Each client has a network address of its own, as in life: the server makes only a few responses at once for one. */
type RunSearch = (number: number, client: number) => Promise<unknown>;
type Part = { name: string; runSearch: RunSearch; stop(): Promise<unknown> };
export type Figures = { perSecond: number; p50: number; p95: number; p99: number };

type Kind = "product" | "bare";

async function startServer(kind: Kind, url: string, pathOf: (number: number) => string): Promise<Part> {
  const child = fork(await bundle("search/serve.ts"), [kind, url, String(SEARCHES)], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.on("message", (message) => resolve(String(message))).on("exit", () => reject(new Error(`${kind} ended`)));
  });
  const agent = new Agent({ keepAlive: true });
  const runSearch: RunSearch = (number, client) =>
    new Promise((resolve, reject) => {
      get(origin + pathOf(number), { agent, localAddress: `127.0.0.${client + 2}` }, (response) => {
        response.on("end", () => (response.statusCode === 200 ? resolve(null) : reject(new Error(pathOf(number)))));
        response.on("error", reject).resume();
      }).on("error", reject);
    });
  const stop = async () => {
    agent.destroy();
    child.kill();
    await ended;
  };
  return { name: kind === "product" ? "our HTTP server" : "a bare handler, same SQL", runSearch, stop };
}

async function openSql(url: string): Promise<Part> {
  const recorded = await recordStatements(url, searchMix(SEARCHES));
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, ...CONNECTION });
  return { name: "bare SQL", runSearch: (number) => replay(pool, recorded[number] ?? []), stop: () => pool.end() };
}

/** Each client sends one search after another until the round is over. */
async function measureRound(runSearch: RunSearch): Promise<{ times: number[]; perSecond: number }> {
  const roundStart = performance.now();
  const times: number[] = [];
  let next = 0;
  const run = async (client: number) => {
    while (performance.now() - roundStart < ROUND_MS) {
      const startedAt = performance.now();
      await runSearch(next++ % SEARCHES, client);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  return { times, perSecond: (times.length * 1000) / (performance.now() - roundStart) };
}

const median = (values: readonly number[]) => percentile(values, 50);

/**
 * Runs the same mixed searches through our server, through a bare one and as SQL, in turn; returns the medians of our
 * server's rounds.
 */
export async function measureMix(url: string): Promise<Figures> {
  const queries = searchMix(SEARCHES);
  const parts = [
    await startServer("product", url, (number) => `/api/items?${new URLSearchParams(queries[number])}`),
    await startServer("bare", url, (number) => `/${number}`),
    await openSql(url),
  ];
  const rounds = new Map<Part, { times: number[]; perSecond: number }[]>(parts.map((part) => [part, []]));
  try {
    // Warm-up, so that every statement is planned and the data it needs is in memory.
    for (const { runSearch } of parts) for (let number = 0; number < SEARCHES; number += 1) await runSearch(number, 0);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const part of parts) rounds.get(part)?.push(await measureRound(part.runSearch));
    }
  } finally {
    for (const { stop } of parts) await stop();
  }
  print(`\nMixed, ${CLIENTS} clients, ms, median of ${ROUNDS}        p50     p95     p99     max\n`);
  const [ours, bare, sql] = parts.map((part) => {
    const measured = rounds.get(part) ?? [];
    const perSecond = median(measured.map((round) => round.perSecond));
    const of = (percent: number) => median(measured.map(({ times }) => percentile(times, percent)));
    print(percentileLine(`${part.name}, ${perSecond.toFixed(0)}/s`, [50, 95, 99, 100].map(of)));
    return { perSecond, p50: of(50), p95: of(95), p99: of(99) };
  });
  if (!ours || !bare || !sql) throw new Error("nothing was measured");
  printRatio("our server to the bare handler", ours, bare);
  printRatio("our server to bare SQL", ours, sql);
  return ours;
}

const MIN_THROUGHPUT = 0.75;
const MAX_P99 = 1.5;

function printRatio(name: string, ours: Figures, other: Figures): void {
  const [throughput, p99] = [ours.perSecond / other.perSecond, ours.p99 / other.p99];
  const isLimited = name.includes("handler");
  const isMet = throughput >= MIN_THROUGHPUT && p99 <= MAX_P99;
  const mark = isLimited ? (isMet ? "✓ " : "✗ ") : "  ";
  print(
    `${mark}${name}: throughput ${throughput.toFixed(2)}, p50 ${(ours.p50 / other.p50).toFixed(2)}, p99 ${p99.toFixed(2)}\n`,
  );
  if (isLimited && !isMet) process.exitCode = 1;
}
