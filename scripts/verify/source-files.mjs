import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { filesBelow } from "../launch/fingerprint.mjs";
import { inRepository, ROOT } from "../launch/repository.mjs";

const NOT_SOURCE = /^(node_modules|\.git|\.data|reports|test-results)$|\/(node_modules|dist)$/;

/** All source files as repository paths; a downloaded copy has no git to ask. */
export function sourceFiles() {
  const isClone = existsSync(inRepository(".git"));
  const files = isClone ? filesByGit() : filesBelow(".", (path) => NOT_SOURCE.test(path.slice(2)));
  return files.map((path) => path.replace(/^\.\//, "")).filter((path) => path && existsSync(inRepository(path)));
}

const filesByGit = () =>
  execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\0");
