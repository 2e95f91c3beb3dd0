import { readFileSync, statSync } from "node:fs";
import { inRepository } from "./repository.mjs";

/** npm's own record of what it installed, written last. */
export const NPM_RECORD = "node_modules/.package-lock.json";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * True if `npm install` was run after or without our own install and brought every package the lock file names. That
 * includes a new workspace, which has no version.
 * @param {string} stamp the stamp file that our own install writes
 */
export function isInstalledByHand(stamp) {
  if (writtenAt(NPM_RECORD) <= writtenAt(stamp)) return false;
  const installed = lockedPackages(NPM_RECORD);
  return Object.entries(lockedPackages("package-lock.json"))
    .filter(([path, locked]) => path.includes("node_modules/") && !locked.optional && !locked.devOptional)
    .every(([path, locked]) => path in installed && installed[path]?.version === locked.version);
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
