import { inRepository } from "../launch/repository.mjs";
import { readReports } from "./reports.mjs";

/** @typedef {import("./reports.mjs").TestResult} TestResult */

/** Repeated at the end, because their own output is far up. */
const MAX_FILES = 20;
const MAX_TESTS_PER_FILE = 3;
const MAX_LINES_PER_TEST = 8;

/**
 * Prints the summary of a run and sets its exit code.
 * @param {string[]} failedSteps
 * @param {string} reports folder
 * @param {string[]} [summary]
 */
export function conclude(failedSteps, reports, summary = []) {
  const { tests } = readReports(inRepository(reports));
  const count = (/** @type {string} */ expected) => tests.filter(({ outcome }) => outcome === expected).length;
  const [failed, skipped] = [count("failed"), count("skipped")];

  console.log("");
  for (const line of failureLines(tests)) console.log(line);
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}`);
  for (const line of summary) console.log(line);
  console.log(`Tests: ${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failedSteps.length > 0 || failed > 0 ? 1 : 0;
}

/**
 * A few lines for each file with a failed test, with the command that runs the file alone.
 * @param {TestResult[]} tests
 * @returns {string[]}
 */
export function failureLines(tests) {
  /** @type {Map<string, TestResult[]>} */
  const files = new Map();
  for (const test of tests) {
    if (test.outcome !== "failed") continue;
    const file = test.file ?? "";
    files.set(file, [...(files.get(file) ?? []), test]);
  }
  const lines = [...files]
    .slice(0, MAX_FILES)
    .flatMap(([file, failed]) => [
      `✗ ${file || "outside of test files"}`,
      ...failed.slice(0, MAX_TESTS_PER_FILE).flatMap(testLines),
      ...more(failed.length - MAX_TESTS_PER_FILE, "    and %d more"),
      ...(file ? [`    npm run test:one -- ${file}`] : []),
      "",
    ]);
  return [...lines, ...more(files.size - MAX_FILES, "✗ and %d more files")];
}

/** @param {TestResult} test */
function testLines({ title, problem = "" }) {
  const reason = problem.split("\n").filter((line) => line.trim() !== "");
  return [`  › ${title}`, ...reason.slice(0, MAX_LINES_PER_TEST).map((line) => `      ${line.trim()}`)];
}

/**
 * @param {number} count
 * @param {string} text
 */
const more = (count, text) => (count > 0 ? [text.replace("%d", String(count))] : []);
