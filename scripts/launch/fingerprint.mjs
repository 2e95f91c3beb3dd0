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
 * All files below a folder in a stable order, as paths of the repository.
 * @param {string} folder
 * @param {(path: string) => boolean} isLeftOut asked for folders too, which are then not entered
 * @returns {string[]}
 */
export function filesBelow(folder, isLeftOut) {
  return readdirSync(inRepository(folder), { withFileTypes: true })
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ path }) => !isLeftOut(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, isFolder }) => (isFolder ? filesBelow(path, isLeftOut) : [path]));
}

/**
 * @param {string} stamp
 * @param {string} expected
 */
export function stampMatches(stamp, expected) {
  const path = inRepository(stamp);
  return existsSync(path) && readFileSync(path, "utf8") === expected;
}
