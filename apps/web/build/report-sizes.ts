import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { PageScripts } from "./write-pages.ts";

/** JavaScript of the first page, of where people search and of where they pay, gzip. */
const BUDGETS: Readonly<Record<string, number>> = {
  index: 110_000,
  browse: 140_000,
  "combined-checkout": 160_000,
  checkout: 160_000,
};

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Fails the build when a page outgrows its budget. */
export function reportSizes(dist: string, scripts: PageScripts): string {
  const lines = [...scripts].map(([name, files]) => {
    const script = files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0);
    const html = gzipSync(readFileSync(join(dist, "pages", `${name}.html`))).length;
    const most = BUDGETS[name] ?? Number.POSITIVE_INFINITY;
    if (script > most) {
      throw new Error(
        `The page ${name} has ${kilobytes(script)} of JavaScript, at most ${kilobytes(most)} are allowed`,
      );
    }
    return `  ${name.padEnd(10)} JavaScript ${kilobytes(script).padStart(8)}, page ${kilobytes(html).padStart(8)} (gzip)`;
  });
  return `Web pages\n${lines.join("\n")}\n`;
}
