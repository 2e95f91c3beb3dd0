import { readFileSync } from "node:fs";
import { inRepository } from "./launch/repository.mjs";
import { sourceFiles } from "./verify/source-files.mjs";
import { spellingProblems } from "./verify/spelling.mjs";
import { canHaveTexts, userTexts } from "./verify/user-texts.mjs";

/** `npm run texts` prints every text people can read; with `--spelling`, only the words that are misspelled. */
const texts = sourceFiles()
  .filter(canHaveTexts)
  .flatMap((path) => userTexts(path, readFileSync(inRepository(path), "utf8")));

if (process.argv.includes("--spelling")) {
  const problems = spellingProblems(texts);
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} else {
  let shownPath = "";
  for (const { path, line, text } of texts) {
    if (path !== shownPath) console.log(`\n${path}`);
    shownPath = path;
    console.log(`${String(line).padStart(5)}  ${text}`);
  }
}
