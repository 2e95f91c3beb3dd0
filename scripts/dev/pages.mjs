import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {{ name: string, pattern: string }} Page */

/**
 * Writes what the server reads of a web build: the list of pages, and one file that all of them share. Pages are drawn
 * in the browser, with the same initial data as in a build.
 * @param {import("vite").ViteDevServer} vite
 * @param {string} folder
 */
export async function writePages(vite, folder) {
  const [{ PAGES }, { factsOf }, source] = await Promise.all([
    vite.ssrLoadModule("/src/app/pages.ts"),
    vite.ssrLoadModule("/src/app/page-facts.ts"),
    readFile(join(vite.config.root, "index.html"), "utf8"),
  ]);
  const pages = PAGES.map((/** @type {Page} */ { name, pattern }) => {
    const { example: _, ...facts } = factsOf(name);
    return { name, pattern, isUnlisted: false, status: 200, data: [], ...facts, file: "page.html" };
  });
  // The server writes each page's title at the placeholder in the head.
  const html = await vite.transformIndexHtml("/", source.replace("<title>Nexby</title>", ""));
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, "page.html"), html),
    writeFile(join(folder, "pages.json"), JSON.stringify(pages)),
  ]);
}
