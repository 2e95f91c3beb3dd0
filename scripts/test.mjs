import "./launch/require-node.mjs";
import { rmSync } from "node:fs";

const { commandLine } = await import("./launch/command-line.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { inRepository } = await import("./launch/repository.mjs");
const { conclude } = await import("./verify/conclude.mjs");
const { reportRequirements } = await import("./verify/requirement-report.mjs");
const { runStages } = await import("./verify/run-stages.mjs");
const { allStages } = await import("./verify/steps.mjs");
const { stripeLine } = await import("./verify/stripe-line.mjs");

const REPORTS = "reports";

await commandLine(async () => {
  await installIfNeeded();
  rmSync(inRepository(REPORTS), { recursive: true, force: true });
  const failed = await runStages(allStages(REPORTS));

  const { summary, problems } = reportRequirements(REPORTS);
  console.log(`${problems.length > 0 ? "✗" : "✓"} requirement count`);
  for (const line of problems) console.log(`  ${line}`);
  if (problems.length > 0) failed.push("requirement count");

  conclude(failed, REPORTS, [...summary, stripeLine()]);
});
