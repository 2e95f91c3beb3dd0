import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fingerprint, stampMatches } from "./fingerprint.mjs";
import { inRepository, workspaceFolders } from "./repository.mjs";
import { npmCommand, onceUnderLock, runStep } from "./run-step.mjs";

/** npm's own record of what it installed, written last. */
const NPM_RECORD = "node_modules/.package-lock.json";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * True if `npm install` was run after or without our own install and brought every package the lock file names. That
 * includes a new workspace, which has no version.
 * @param {string} stamp the stamp file that our own install writes
 */
function isInstalledByHand(stamp) {
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

const STAMP = "node_modules/.nexby-install";

/** Outside node_modules, which an install empties. */
const LOCK = ".data/install.lock";

/** The package.json fields that affect what is installed; scripts and exports do not. */
const INSTALL_FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
  "workspaces",
];

export async function installIfNeeded() {
  const expected = installFingerprint();
  await onceUnderLock({
    lock: LOCK,
    purpose: "installing dependencies",
    isDone: () => stampMatches(STAMP, expected),
    work: () => install(expected),
  });
}

/** @param {string} expected */
async function install(expected) {
  if (!isInstalledByHand(STAMP)) {
    // An interrupted install cannot be told from a complete one, so its markers go first; npm empties the rest.
    for (const marker of [STAMP, NPM_RECORD]) rmSync(inRepository(marker), { force: true });
    // With NODE_ENV=production, npm would skip packages that the build needs.
    const included = ["--include=dev", "--include=optional"];
    const ci = (/** @type {string} */ preference) => npmCommand("ci", preference, ...included);
    // An old cache may not know a new version yet; then npm asks the registry about every package.
    await runStep("Installing dependencies", ci("--prefer-offline")).catch(() =>
      runStep("Installing dependencies without the cache", ci("--prefer-online")),
    );
  }
  writeFileSync(inRepository(STAMP), expected);
}

function installFingerprint() {
  const manifests = [".", ...workspaceFolders()].map((folder) => installFields(inRepository(`${folder}/package.json`)));
  const [major = ""] = process.version.split(".");
  return fingerprint([
    readFileSync(inRepository("package-lock.json")),
    ...manifests,
    major,
    process.platform,
    process.arch,
  ]);
}

/** @param {string} manifest */
function installFields(manifest) {
  /** @type {Record<string, unknown>} */
  const fields = JSON.parse(readFileSync(manifest, "utf8"));
  return JSON.stringify(INSTALL_FIELDS.map((name) => fields[name] ?? null));
}
