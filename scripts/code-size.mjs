import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { inRepository, ROOT } from "./launch/repository.mjs";
import { codeSizeProblems, measureCode } from "./verify/code-size.mjs";

const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
const files = listed.split("\0").filter((path) => path && existsSync(inRepository(path)));
const code = measureCode(files, (path) => readFileSync(inRepository(path), "utf8").trimEnd().split("\n").length);

const { productFiles, medianLines, under30, trackedFiles } = code;
console.log(
  `${productFiles} product files, median ${medianLines} lines, ${under30} under 30; ${trackedFiles} tracked files without assets/`,
);
const problems = codeSizeProblems(code);
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;
