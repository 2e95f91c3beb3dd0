import "./launch/require-node.mjs";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

const { commandLine } = await import("./launch/command-line.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { inRepository } = await import("./launch/repository.mjs");
const { conclude } = await import("./verify/conclude.mjs");
const { reportRequirements } = await import("./verify/requirement-report.mjs");
const { runStages } = await import("./verify/run-stages.mjs");
const { allStages } = await import("./verify/steps.mjs");
const { browserLine } = await import("./verify/browser-line.mjs");
const { stripeLine } = await import("./verify/stripe-line.mjs");

const REPORTS = "reports";

await commandLine(async () => {
  await installIfNeeded();
  rmSync(inRepository(REPORTS), { recursive: true, force: true });
  const startedAt = performance.now();
  const { failed, times } = await runStages(allStages(REPORTS));
  const total = { name: "all stages", seconds: (performance.now() - startedAt) / 1000 };
  mkdirSync(inRepository(REPORTS), { recursive: true });
  writeFileSync(inRepository(`${REPORTS}/stages.json`), JSON.stringify([...times, total], null, 2));

  const { summary, problems } = reportRequirements(REPORTS);
  console.log(`${problems.length > 0 ? "✗" : "✓"} requirement count`);
  for (const line of problems) console.log(`  ${line}`);
  if (problems.length > 0) failed.push("requirement count");

  const minutes = (total.seconds / 60).toFixed(1);
  const perStage = times.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(", ");
  const timeLine = `Time: ${minutes} min (${perStage})`;
  const orderLine = process.env.SHUFFLE ? [`Order of test files: SHUFFLE=${process.env.SHUFFLE}`] : [];
  conclude(failed, REPORTS, [...summary, browserLine(REPORTS), stripeLine(), ...orderLine, timeLine]);
});
