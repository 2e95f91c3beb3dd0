import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRepository } from "./repository.mjs";

/**
 * @param {Iterable<string | Buffer>} parts
 */
export function fingerprint(parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(`${part.length}:`);
    hash.update(part);
  }
  return hash.digest("hex");
}

/**
 * Lists all files below a folder in a stable order, as repository paths.
 * @param {string} folder
 * @param {(path: string) => boolean} isExcluded also called for folders; excluded folders are not entered
 * @returns {string[]}
 */
export function filesBelow(folder, isExcluded) {
  return readdirSync(inRepository(folder), { withFileTypes: true })
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ path }) => !isExcluded(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, isFolder }) => (isFolder ? filesBelow(path, isExcluded) : [path]));
}

/**
 * @param {string} stamp
 * @param {string} expected
 */
export function stampMatches(stamp, expected) {
  const path = inRepository(stamp);
  return existsSync(path) && readFileSync(path, "utf8") === expected;
}
