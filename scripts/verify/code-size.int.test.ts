import { expect, it } from "vitest";
import { codeSizeProblems, measureCode } from "./code-size.mjs";

const some = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, i) => path(i));
const problems = (files: string[], lines = 100) => codeSizeProblems(measureCode(files, () => lines));
const spread = (index: number) => `apps/server/src/part${Math.floor(index / 20)}/file${index}.ts`;

it("accepts code within every limit and counts neither tests nor assets", () => {
  const tests = some(1_000, (index) => `apps/server/src/part${Math.floor(index / 20)}/tests/file${index}.test.ts`);
  expect(problems([...some(100, spread), ...tests, ...some(2_000, (index) => `assets/${index}.webp`)])).toEqual([]);
});

it.each([
  ["too many product files", some(951, spread), 100, "951 product files (at most 950)"],
  ["files that are too short", some(10, spread), 69, "median of 69 lines (at least 70)"],
  ["many tiny files", some(121, spread), 29, "121 product files under 30 lines (at most 120)"],
  ["a file that is too long", some(1, spread), 401, "apps/server/src/part0/file0.ts has 401 lines (at most 400)"],
  ["a full folder", some(26, (index) => `e2e/${index}.spec.ts`), 100, "e2e has 26 code files (at most 25)"],
  ["too many files", some(1_701, (index) => `docs/${index}.md`), 100, "1701 tracked files (at most 1700)"],
])("reports %s", (_, files, lines, problem) => {
  expect(problems(files, lines)).toContain(problem);
});
