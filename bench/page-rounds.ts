import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserChoice, findBrowser } from "../e2e/setup/find-browser.ts";
import { startServer } from "../e2e/setup/start-server.ts";

const ROUNDS = 3;

export type Metric<Visit> = {
  name: string;
  of: (visit: Visit) => number;
  isMet: (value: number) => boolean;
  limit: string;
};

type Page = { address: string; browser: BrowserChoice; workspace: string };

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const format = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1));

/** Visits a page several times. */
export async function visitInRounds<Visit>(visit: () => Promise<Visit>): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit());
  return visits;
}

/** Prints each metric's median next to its limit; the process fails when a limit is not met. */
export function report<Visit>(visits: readonly Visit[], metrics: readonly Metric<Visit>[]): void {
  for (const { name, of, isMet, limit } of metrics) {
    const values = visits.map(of);
    const value = median(values);
    if (!isMet(value)) process.exitCode = 1;
    process.stdout.write(
      `${isMet(value) ? "✓" : "✗"} ${name.padEnd(26)} ${format(value).padStart(7)}   ${limit}   (${values.map(format).join(", ")})\n`,
    );
  }
}

/** Runs a benchmark on the server whose address was given, or on one of its own with demo data. */
export async function onServer(run: (page: Page) => Promise<void>): Promise<void> {
  const workspace = mkdtempSync(join(tmpdir(), "nexby-bench-"));
  // When running as root, the database runs as another user, who must be able to enter the directory.
  await chmod(workspace, 0o711);
  const root = fileURLToPath(new URL("..", import.meta.url));
  const [givenAddress] = process.argv.slice(2);
  const server = givenAddress ? null : await startServer(root, workspace);
  try {
    const address = givenAddress ?? server?.address ?? "";
    const browser = await findBrowser(workspace);
    process.stdout.write(`${ROUNDS} rounds, median; load of this machine: ${loadavg()[0]?.toFixed(1)}\n`);
    await run({ address, browser, workspace });
  } finally {
    await server?.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
}
