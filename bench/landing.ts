import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../e2e/setup/find-browser.ts";
import { startServer } from "../e2e/setup/start-server.ts";
import { measureLanding, type Visit } from "./measure-landing.ts";

const ROUNDS = 3;

const LIMITS: readonly { name: string; limit: number; unit: string; of: (visit: Visit) => number }[] = [
  { name: "Largest contentful paint", limit: 1200, unit: "ms", of: (visit) => visit.largestPaintMs },
  { name: "Cumulative layout shift", limit: 0.02, unit: "", of: (visit) => visit.layoutShift },
  { name: "JavaScript (gzip)", limit: 106, unit: "kB", of: (visit) => visit.scriptBytes / 1000 },
  { name: "Same-origin requests", limit: 15, unit: "", of: (visit) => visit.requests },
];

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const format = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1));

/** Prints the median of the rounds next to its limit; returns false when a limit is exceeded. */
function report(visits: readonly Visit[]): boolean {
  const lines = LIMITS.map(({ name, limit, unit, of }) => {
    const values = visits.map(of);
    const value = median(values);
    const isMet = value <= limit;
    const all = values.map(format).join(", ");
    process.stdout.write(
      `${isMet ? "✓" : "✗"} ${name.padEnd(26)} ${`${format(value)} ${unit}`.padStart(12)}   limit ${limit} ${unit}   (${all})\n`,
    );
    return isMet;
  });
  return lines.every(Boolean);
}

const workspace = mkdtempSync(join(tmpdir(), "nexby-bench-"));
// When running as root, the database runs as another user, who must be able to enter the directory.
await chmod(workspace, 0o711);
const root = fileURLToPath(new URL("..", import.meta.url));
const [givenAddress] = process.argv.slice(2);
const server = givenAddress ? null : await startServer(root, workspace);
try {
  const browser = await findBrowser(workspace);
  const address = givenAddress ?? server?.address ?? "";
  process.stdout.write(`${address}/ at 1.6 Mbit/s, 150 ms, 4x CPU slowdown, ${ROUNDS} rounds, median\n`);
  process.stdout.write(`Load of this machine: ${loadavg()[0]?.toFixed(1)}\n\n`);
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await measureLanding(address, browser));
  if (!report(visits)) process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(workspace, { recursive: true, force: true });
}
