import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type BrowserChoice, findBrowser } from "../e2e/setup/find-browser.ts";
import { startServer } from "../e2e/setup/start-server.ts";

const LIGHTHOUSE = "lighthouse@12.8.2";
const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "seo"] as const;

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<"total-blocking-time" | "largest-contentful-paint", { numericValue: number }>;
  environment: { benchmarkIndex: number };
};
type Metric = { name: string; of: (report: Report) => number; isMet: (value: number) => boolean; limit: string };

const score = (name: (typeof CATEGORIES)[number], least: number): Metric => ({
  name,
  of: ({ categories }) => Math.round(categories[name].score * 100),
  isMet: (value) => value >= least,
  limit: `at least ${least}`,
});

const metricsOf = (performance: number): readonly Metric[] => [
  score("performance", performance),
  score("accessibility", 100),
  score("seo", 100),
  {
    name: "total blocking time",
    of: ({ audits }) => Math.round(audits["total-blocking-time"].numericValue),
    isMet: (value) => value <= 150,
    limit: "at most 150 ms",
  },
];

/** Lighthouse is fetched by npm when first used: nothing else needs it, and it is large. */
async function visit(address: string, browser: BrowserChoice, workspace: string): Promise<Report> {
  const output = join(workspace, "report.json");
  const flags = ["--headless", "--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      address,
      "--quiet",
      "--output=json",
      `--output-path=${output}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=${flags.join(" ")}`,
    ],
    {
      env: {
        ...process.env,
        CHROME_PATH: browser.executablePath,
        ...(browser.libraries && { LD_LIBRARY_PATH: browser.libraries }),
      },
    },
  );
  return JSON.parse(await readFile(output, "utf8")) as Report;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function measure(address: string, metrics: readonly Metric[], browser: BrowserChoice): Promise<boolean> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await visit(address, browser, workspace));
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex));
  process.stdout.write(`\n${address} (Lighthouse's measure of this machine: ${Math.round(speed)})\n`);
  const met = metrics.map(({ name, of, isMet, limit }) => {
    const values = reports.map(of);
    const value = median(values);
    process.stdout.write(
      `${isMet(value) ? "✓" : "✗"} ${name.padEnd(20)} ${String(value).padStart(5)}   ${limit}   (${values.join(", ")})\n`,
    );
    return isMet(value);
  });
  return met.every(Boolean);
}

const workspace = mkdtempSync(join(tmpdir(), "nexby-bench-"));
// When running as root, the database runs as another user, who must be able to enter the directory.
await chmod(workspace, 0o711);
const root = fileURLToPath(new URL("..", import.meta.url));
const [givenAddress] = process.argv.slice(2);
const server = givenAddress ? null : await startServer(root, workspace);
try {
  const address = givenAddress ?? server?.address ?? "";
  const browser = await findBrowser(workspace);
  const [item] = (await (await fetch(`${address}/api/items`)).json()) as { id: string }[];
  process.stdout.write(
    `${LIGHTHOUSE}, phone, ${ROUNDS} rounds, median\nLoad of this machine: ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const pages = [
    ["/", 97],
    ["/browse", 92],
    [`/listings/${item?.id}`, 92],
  ] as const;
  for (const [path, performance] of pages) {
    if (!(await measure(address + path, metricsOf(performance), browser))) process.exitCode = 1;
  }
} finally {
  await server?.stop();
  rmSync(workspace, { recursive: true, force: true });
}
