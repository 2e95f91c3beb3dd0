import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { PrerenderedPage } from "../src/app/prerender.tsx";
import { routeModule } from "./route-modules.ts";

/** Gzipped bytes. A larger stylesheet is cheaper as a file that is cached once. */
const INLINE_STYLE_LIMIT = 20_000;

const ENTRY = "index.html";
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
const PRELOADED_FONT = /^figtree-latin-wght-normal-.+\.woff2$/;
const CATEGORY_PICTURES = /^category-pictures-.+\.webp$/;
const HERO_PICTURE = /^hero-(light|dark)-(\d+)-.+\.avif$/;
/** Must match the `sizes` attribute of the hero image. */
const HERO_SIZES = "(min-width: 1024px) 56vw, 100vw";

/** Page name → scripts loaded on a visit. */
export type PageScripts = Map<string, string[]>;

/** Turns Vite's index.html into one file per page and writes pages.json, which maps URLs to files for the server. */
export function writePages(dist: string, pages: readonly PrerenderedPage[]): PageScripts {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
  const template = withStyles(dist, readFileSync(join(dist, "index.html"), "utf8"));
  const assets = readdirSync(join(dist, "assets"));
  const scripts: PageScripts = new Map();

  mkdirSync(join(dist, "pages"), { recursive: true });
  for (const page of pages) {
    const loaded = scriptsOf(manifest, [ENTRY, `src/app/routes/${routeModule(page.name)}.tsx`]);
    scripts.set(page.name, loaded);
    writeFileSync(join(dist, fileOf(page)), fillTemplate(template, page, preloads(page, assets, loaded)));
  }

  const table = pages.map(({ html: _, ...page }) => ({ ...page, file: fileOf(page) }));
  writeFileSync(join(dist, "pages.json"), `${JSON.stringify(table, null, 2)}\n`);
  rmSync(join(dist, ".vite"), { recursive: true });
  rmSync(join(dist, "index.html"));
  return scripts;
}

const fileOf = ({ name }: { name: string }): string => `pages/${name}.html`;

function withStyles(dist: string, html: string): string {
  const href = html.match(STYLESHEET)?.[1];
  if (!href) throw new Error("Vite's index.html links no stylesheet");
  const file = join(dist, href);
  const css = readFileSync(file, "utf8").trim();
  if (gzipSync(css).length > INLINE_STYLE_LIMIT) return html;
  rmSync(file);
  return html.replace(STYLESHEET, () => `\n    <style>${css}</style>`);
}

function preloads(page: PrerenderedPage, assets: readonly string[], scripts: readonly string[]): string[] {
  const find = (pattern: RegExp) => assets.filter((name) => pattern.test(name)).map((name) => `/assets/${name}`);
  return [
    ...find(PRELOADED_FONT).map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
    ),
    ...scripts.slice(1).map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`),
    ...(page.name === "index" ? heroPreloads(assets) : []),
    ...(page.name === "browse"
      ? find(CATEGORY_PICTURES).map((href) => `<link rel="preload" as="image" href="${href}">`)
      : []),
  ];
}

/** Preloads the landing page's hero image in the color scheme of the system. */
function heroPreloads(assets: readonly string[]): string[] {
  const found = assets.flatMap((name) => {
    const [, look, width] = name.match(HERO_PICTURE) ?? [];
    return look ? [{ look, candidate: `/assets/${name} ${width}w` }] : [];
  });
  return ["light", "dark"].map((scheme) => {
    const candidates = found.filter(({ look }) => look === scheme).map(({ candidate }) => candidate);
    return `<link rel="preload" as="image" type="image/avif" media="(prefers-color-scheme: ${scheme})" imagesrcset="${candidates.join(", ")}" imagesizes="${HERO_SIZES}" fetchpriority="high">`;
  });
}

function fillTemplate(template: string, page: PrerenderedPage, links: readonly string[]): string {
  const withoutPreloads = template.replace(/\s*<link rel="modulepreload"[^>]*>/g, "");
  const [script] = withoutPreloads.match(/\s*<script type="module"[^>]*><\/script>/) ?? [""];
  return (
    withoutPreloads
      .replace(script, "")
      // The server writes each page's title at the placeholder in the head.
      .replace("<title>Nexby</title>", () => links.join("\n    "))
      .replace('<div id="root"></div>', () => `<div id="root" data-page="${page.name}">${page.html}</div>`)
      .replace("<!--nexby-data-->", () => `<!--nexby-data-->${script}`)
  );
}

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

/** Files of the modules and their static imports, the first module's file first. */
function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (module: string) => {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`The build has no ${module}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...files];
}
