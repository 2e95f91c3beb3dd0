import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserChoice } from "../e2e/setup/find-browser.ts";
import { type Metric, median, onServer, report, visitInRounds } from "./page-rounds.ts";

const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "seo"] as const;

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<"total-blocking-time" | "largest-contentful-paint", { numericValue: number }>;
  environment: { benchmarkIndex: number };
};

const score = (name: (typeof CATEGORIES)[number], least: number): Metric<Report> => ({
  name,
  of: ({ categories }) => Math.round(categories[name].score * 100),
  isMet: (value) => value >= least,
  limit: `at least ${least}`,
});

const metricsOf = (performance: number): readonly Metric<Report>[] => [
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

await onServer(async ({ address, browser, workspace }) => {
  const [item] = (await (await fetch(`${address}/api/items`)).json()) as { id: string }[];
  const pages = [
    ["/", 97],
    ["/browse", 92],
    [`/listings/${item?.id}`, 92],
  ] as const;
  for (const [path, performance] of pages) {
    const reports = await visitInRounds(() => visit(address + path, browser, workspace));
    const speed = median(reports.map(({ environment }) => environment.benchmarkIndex));
    process.stdout.write(
      `\n${address}${path}, ${LIGHTHOUSE}, phone; its measure of this machine: ${Math.round(speed)}\n`,
    );
    report(reports, metricsOf(performance));
  }
});
