import { readFileSync } from "node:fs";
import { inRepository } from "./launch/repository.mjs";
import { codeSizeProblems, measureCode } from "./verify/code-size.mjs";
import { sourceFiles } from "./verify/source-files.mjs";

const code = measureCode(
  sourceFiles(),
  (path) => readFileSync(inRepository(path), "utf8").trimEnd().split("\n").length,
);

const { productFiles, medianLines, under30 } = code;
console.log(`${productFiles} product files, median ${medianLines} lines, ${under30} under 30`);
const problems = codeSizeProblems(code);
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;
