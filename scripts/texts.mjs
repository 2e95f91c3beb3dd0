import { readFileSync } from "node:fs";
import { inRepository } from "./launch/repository.mjs";
import { sourceFiles } from "./verify/source-files.mjs";
import { apostropheProblems, spellingProblems } from "./verify/spelling.mjs";
import { canHaveTexts, userTexts } from "./verify/user-texts.mjs";

/** `npm run texts` prints every text people can read; with `--spelling`, only misspelled words and wrong apostrophes. */
const texts = sourceFiles()
  .filter(canHaveTexts)
  .flatMap((path) => userTexts(path, readFileSync(inRepository(path), "utf8")));

if (process.argv.includes("--spelling")) {
  const problems = [...spellingProblems(texts), ...apostropheProblems(texts)];
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
