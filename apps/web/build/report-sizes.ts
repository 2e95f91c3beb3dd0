import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { PageScripts } from "./write-pages.ts";

/** Page name → gzipped bytes of the JavaScript loaded on a first visit, and of the HTML. */
export type PageSizes = Record<string, { script: number; html: number }>;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Writes page-sizes.json, which a test compares with the accepted sizes, and returns a readable summary. */
export function reportSizes(dist: string, scripts: PageScripts): string {
  const sizes: PageSizes = Object.fromEntries(
    [...scripts].map(([name, files]) => [
      name,
      {
        script: files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0),
        html: gzipSync(readFileSync(join(dist, "pages", `${name}.html`))).length,
      },
    ]),
  );
  writeFileSync(join(dist, "page-sizes.json"), `${JSON.stringify(sizes, null, 2)}\n`);
  const lines = Object.entries(sizes).map(
    ([name, { script, html }]) =>
      `  ${name.padEnd(10)} JavaScript ${kilobytes(script).padStart(8)}, page ${kilobytes(html).padStart(8)} (gzip)`,
  );
  return `Web pages\n${lines.join("\n")}\n`;
}
