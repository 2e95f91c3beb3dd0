import { readFileSync, writeFileSync } from "node:fs";
import { inRepository } from "../launch/repository.mjs";
import { compareTicks, countRequirements } from "./count-requirements.mjs";
import { readReports } from "./reports.mjs";
import { parseRequirements, tickRequirements } from "./requirement-list.mjs";

const LIST = inRepository("docs/requirements.md");

/**
 * Compares the list of requirements with the reports of a run.
 * @param {string} reports folder
 * @param {{ tick?: boolean }} [options] `tick` first updates the ticks in the list
 */
export function reportRequirements(reports, { tick = false } = {}) {
  const { tests, missing } = readReports(inRepository(reports));
  let list = parseRequirements(readFileSync(LIST, "utf8"));
  const { proven, partly, unknown } = countRequirements(list.requirements, tests);

  // A missing report means missing proofs, which must not remove any tick.
  if (tick && missing.length === 0) {
    writeFileSync(LIST, tickRequirements(readFileSync(LIST, "utf8"), proven));
    list = parseRequirements(readFileSync(LIST, "utf8"));
  }
  const { tickedWithoutProof, provenWithoutTick } = compareTicks(list.requirements, proven);

  return {
    summary: [
      `Requirements proven: ${proven.size} of ${list.requirements.length}`,
      ...(partly.length > 0 ? [`  only partly: ${partly.map(summarize).join(", ")}`] : []),
    ],
    problems: [
      ...problem("No report, run npm test first", missing),
      ...problem("Not in the form `- ID KINDS text`, or twice in docs/requirements.md", list.malformed),
      ...problem("Named by a test, but not in docs/requirements.md", unknown),
      ...problem("Ticked in docs/requirements.md, but not proven by this run", tickedWithoutProof),
      ...problem("Proven, but without a tick (npm run requirements -- --tick)", provenWithoutTick),
    ],
  };
}

/** @param {{ id: string, missing: string[], hasFailed: boolean, notYet: string | null }} requirement */
function summarize({ id, missing, hasFailed, notYet }) {
  const reasons = [
    ...(missing.length > 0 ? [`no ${missing.join(", no ")}`] : []),
    ...(hasFailed ? ["a test failed"] : []),
    ...(notYet ? [`not yet: ${notYet}`] : []),
  ];
  return `${id} (${reasons.join("; ")})`;
}

/**
 * @param {string} heading
 * @param {string[]} items
 */
const problem = (heading, items) => (items.length > 0 ? [`${heading}:`, ...items.map((item) => `  ${item}`)] : []);
