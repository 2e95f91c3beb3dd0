import { inRepository } from "../launch/repository.mjs";
import { readReports } from "./reports.mjs";

/** Failed tests repeated at the end, because their own output is far up. */
const MAX_NAMED = 20;

/**
 * Prints the summary of a run and sets its exit code.
 * @param {string[]} failedSteps
 * @param {string} reports folder
 * @param {string[]} [summary]
 */
export function conclude(failedSteps, reports, summary = []) {
  const { tests } = readReports(inRepository(reports));
  const count = (/** @type {string} */ expected) => tests.filter(({ outcome }) => outcome === expected).length;
  const named = tests.filter(({ outcome }) => outcome === "failed").slice(0, MAX_NAMED);
  const [failed, skipped] = [count("failed"), count("skipped")];

  console.log("");
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}`);
  for (const { title } of named) console.log(`  ✗ ${title}`);
  for (const line of summary) console.log(line);
  console.log(`Tests: ${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failedSteps.length > 0 || failed > 0 ? 1 : 0;
}
