import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import type { prerenderPages } from "../src/app/prerender.tsx";
import { reportSizes } from "./report-sizes.ts";
import { writePages } from "./write-pages.ts";

const COMPRESSIBLE = new Set([".js", ".mjs", ".css", ".svg", ".json"]);

/** Skips HTML pages because the server injects data into each of them. */
function compressFiles(dist: string): void {
  for (const name of readdirSync(join(dist, "assets"))) {
    if (!COMPRESSIBLE.has(extname(name))) continue;
    const file = join(dist, "assets", name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
  }
}

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const renderer = join(dist, ".prerender");

await build({ root, logLevel: "warn" });
await build({
  root,
  logLevel: "warn",
  build: { ssr: "src/app/prerender.tsx", outDir: renderer, manifest: false, copyPublicDir: false },
  ssr: { noExternal: true },
});

const prerender: { prerenderPages: typeof prerenderPages } = await import(
  pathToFileURL(join(renderer, "prerender.js")).href
);
const pages = await prerender.prerenderPages();
rmSync(renderer, { recursive: true });

const scripts = writePages(dist, pages);
compressFiles(dist);
process.stdout.write(reportSizes(dist, scripts));
