import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesBelow, fingerprint, stampMatches } from "./fingerprint.mjs";
import { inRepository, serverEntries, workspaceFolders } from "./repository.mjs";
import { npmCommand, onceUnderLock, runStep } from "./run-step.mjs";

const STAMP = "apps/server/dist/.nexby-build";
const BUNDLE_SERVER = fileURLToPath(new URL("./bundle-server.mjs", import.meta.url));

/** Files read from the source tree at run time or used only by tests: changing them requires no build. */
const NOT_BUILT = /\/(node_modules|dist|migrations|testing)$|\.(test|suite)\.tsx?$/;

export async function buildIfNeeded() {
  const expected = sourceFingerprint();
  await underLock(
    () => stampMatches(STAMP, expected) && outputs().every((output) => existsSync(inRepository(output))),
    expected,
  );
}

export async function build() {
  await underLock(() => false, sourceFingerprint());
}

/**
 * @param {() => boolean} isDone
 * @param {string} expected
 */
function underLock(isDone, expected) {
  return onceUnderLock({
    lock: ".data/build.lock",
    purpose: "building",
    isDone,
    work: async () => {
      rmSync(inRepository(STAMP), { force: true });
      await runStep("Building the web app", npmCommand("run", "build", "-w", "@nexby/web"), { NODE_ENV: "production" });
      await runStep("Building the server", [process.execPath, BUNDLE_SERVER]);
      writeFileSync(inRepository(STAMP), expected);
    },
  });
}

const outputs = () => ["apps/web/dist", ...serverEntries().map(({ output }) => output)];

function sourceFingerprint() {
  const files = [
    "package-lock.json",
    "tsconfig.base.json",
    ...workspaceFolders().flatMap((folder) => filesBelow(folder, (path) => NOT_BUILT.test(path))),
    ...filesBelow("scripts/launch", () => false),
    ...filesBelow("assets/web", () => false),
  ];
  return fingerprint(files.flatMap((file) => [file, readFileSync(inRepository(file))]));
}
