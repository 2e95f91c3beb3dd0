import { inRepository } from "../launch/repository.mjs";
import { readReports } from "./reports.mjs";

/** The first of what failed, once more at the end: its own place in the output is far up. */
const MAX_NAMED = 20;

/**
 * The last lines of a run and its exit code.
 * @param {string[]} failedSteps
 * @param {string} reports folder
 * @param {string[]} [summary]
 */
export function conclude(failedSteps, reports, summary = []) {
  const { tests } = readReports(inRepository(reports));
  const count = (/** @type {string} */ wanted) => tests.filter(({ outcome }) => outcome === wanted).length;
  const named = tests.filter(({ outcome }) => outcome === "failed").slice(0, MAX_NAMED);
  const [failed, skipped] = [count("failed"), count("skipped")];

  console.log("");
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}`);
  for (const { title } of named) console.log(`  ✗ ${title}`);
  for (const line of summary) console.log(line);
  console.log(`Tests: ${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failedSteps.length > 0 || failed > 0 ? 1 : 0;
}
