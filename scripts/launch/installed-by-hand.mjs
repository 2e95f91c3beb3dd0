import { readFileSync, statSync } from "node:fs";
import { inRepository } from "./repository.mjs";

/** npm's own account of what it installed, written last. */
export const NPM_RECORD = "node_modules/.package-lock.json";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Somebody ran `npm install` after us or without us: nothing to do when it brought every package the lock file names,
 * a new workspace included, which has no version.
 * @param {string} stamp the mark that our own install leaves
 */
export function isInstalledByHand(stamp) {
  if (writtenAt(NPM_RECORD) <= writtenAt(stamp)) return false;
  const installed = lockedPackages(NPM_RECORD);
  return Object.entries(lockedPackages("package-lock.json"))
    .filter(([path, wanted]) => path.includes("node_modules/") && !wanted.optional && !wanted.devOptional)
    .every(([path, wanted]) => path in installed && installed[path]?.version === wanted.version);
}

/** @param {string} file */
const writtenAt = (file) => statSync(inRepository(file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(lockFile) {
  return JSON.parse(readFileSync(inRepository(lockFile), "utf8")).packages;
}
