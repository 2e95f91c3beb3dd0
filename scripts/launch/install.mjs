import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fingerprint, stampMatches } from "./fingerprint.mjs";
import { isInstalledByHand, NPM_RECORD } from "./installed-by-hand.mjs";
import { npmCommand } from "./npm.mjs";
import { onceUnderLock } from "./once-under-lock.mjs";
import { inRepository, workspaceFolders } from "./repository.mjs";
import { runStep } from "./run-step.mjs";

const STAMP = "node_modules/.nexby-install";

/** Outside node_modules, which an install empties. */
const LOCK = ".data/install.lock";

/** The parts of a package.json that decide what is installed; scripts and exports do not. */
const DECIDING = [
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
    // What an interrupted install left cannot be told from what is complete: the signs go first, npm empties the rest.
    for (const sign of [STAMP, NPM_RECORD]) rmSync(inRepository(sign), { force: true });
    // NODE_ENV=production would leave out what the build needs.
    const included = ["--include=dev", "--include=optional"];
    await runStep("Installing dependencies", npmCommand("ci", "--prefer-offline", ...included));
  }
  writeFileSync(inRepository(STAMP), expected);
}

function installFingerprint() {
  const manifests = [".", ...workspaceFolders()].map((folder) => deciding(inRepository(`${folder}/package.json`)));
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
function deciding(manifest) {
  /** @type {Record<string, unknown>} */
  const fields = JSON.parse(readFileSync(manifest, "utf8"));
  return JSON.stringify(DECIDING.map((name) => fields[name] ?? null));
}
