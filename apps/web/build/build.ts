import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import type { prerenderPages } from "../src/app/prerender.tsx";
import { compressFiles } from "./compress-files.ts";
import { reportSizes } from "./report-sizes.ts";
import { writePages } from "./write-pages.ts";

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
