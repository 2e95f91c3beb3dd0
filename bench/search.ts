import { mkdtempSync, rmSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import type pg from "pg";
import { applyMigrations, withSetupLock } from "../apps/server/src/platform/db/migrate.ts";
import { generateListings } from "./search/generate-listings.ts";
import { measureCases } from "./search/measure-cases.ts";
import { type Figures, measureMix } from "./search/measure-mix.ts";
import { print } from "./search/percentiles.ts";

const SIZES = [1_000, 100_000, 1_000_000];
/** Limits for the mixed searches through our server with eight clients, by number of listings. */
const MAX_P99_MS: Record<number, number> = { 1000: 35, 100000: 35, 1000000: 70 };
/** Limits for the 95th percentile of the counts and the histogram of one search. */
const MAX_COUNTS_P95_MS: Record<number, number> = { 1000: 45, 100000: 45 };
const MAX_GROWTH = 2;
/** Realistic for a database of this size; the embedded server's default is lower. */
const SHARED_BUFFERS_MB = 2048;

const format = (size: number) => size.toLocaleString("en-US");
const load = () => `load of this machine: ${loadavg()[0]?.toFixed(1)}`;

async function prepare(url: string, size: number): Promise<void> {
  await withSetupLock(url, async (client: pg.Client) => {
    await applyMigrations(client);
    const { rows } = await client.query<{ filled: boolean }>("select exists (select from items) as filled");
    if (rows[0]?.filled) {
      // Tables that a migration has rewritten since are cleaned up, as they would be after a night.
      await client.query("vacuum analyze");
      return;
    }
    const startedAt = Date.now();
    await generateListings(client, {
      size,
      log: (message) => print(`  ${((Date.now() - startedAt) / 1000).toFixed(0)} s  ${message}\n`),
    });
  });
}

async function measure(size: number, directory: string): Promise<Figures | null> {
  print(`\nSearch among ${format(size)} listings with bookings; ${load()}\n`);
  const server = await startEmbeddedPostgres({
    directory,
    durable: false,
    sharedBuffersMb: SHARED_BUFFERS_MB,
    log: () => undefined,
  });
  try {
    await prepare(server.ownerUrl, size);
    if (parts.includes("cases")) await measureCases(server.ownerUrl, MAX_COUNTS_P95_MS[size]);
    if (!parts.includes("mix")) return null;
    const figures = await measureMix(server.ownerUrl);
    const limit = MAX_P99_MS[size] ?? Number.NaN;
    const isMet = figures.p99 <= limit;
    print(`${isMet ? "✓" : "✗"} p99 ${figures.p99.toFixed(1)} ms, at most ${limit} ms; ${load()}\n`);
    if (!isMet) process.exitCode = 1;
    return figures;
  } finally {
    await server.stop();
  }
}

function printGrowth(measured: readonly { size: number; figures: Figures }[]): void {
  for (const [index, { size, figures }] of measured.entries()) {
    const before = measured[index - 1];
    if (!before) continue;
    const growth = figures.p50 / before.figures.p50;
    const isLimited = before.size === 100_000;
    const mark = isLimited ? (growth <= MAX_GROWTH ? "✓ " : "✗ ") : "  ";
    print(
      `${mark}from ${format(before.size)} to ${format(size)} listings: p50 ${growth.toFixed(2)} times, p99 ${(figures.p99 / before.figures.p99).toFixed(2)} times, throughput ${(figures.perSecond / before.figures.perSecond).toFixed(2)} times\n`,
    );
    if (isLimited && growth > MAX_GROWTH) process.exitCode = 1;
  }
}

const args = process.argv.slice(2);
const sizes = args.map(Number).filter((number) => !Number.isNaN(number));
const PARTS = ["cases", "mix"];
const chosen = PARTS.filter((part) => args.includes(part));
const parts = chosen.length > 0 ? chosen : PARTS;
const dataDirectory = args.find((text) => Number.isNaN(Number(text)) && !PARTS.includes(text));
if (sizes.length === 0 || sizes.some((size) => !SIZES.includes(size))) {
  throw new Error(`Which sizes? Any of ${SIZES.join(", ")}`);
}
const root = dataDirectory ?? mkdtempSync(join(tmpdir(), "nexby-bench-search-"));
await mkdir(root, { recursive: true });
// When running as root, the database runs as another user, who must be able to enter the directory.
await chmod(root, 0o711);
const measured = [];
for (const size of sizes.sort((one, other) => one - other)) {
  const figures = await measure(size, join(root, String(size)));
  if (figures) measured.push({ size, figures });
}
print("\n");
printGrowth(measured);
if (!dataDirectory) rmSync(root, { recursive: true, force: true });
