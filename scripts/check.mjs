import "./launch/require-node.mjs";
import { rmSync } from "node:fs";

const { commandLine } = await import("./launch/command-line.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { inRepository } = await import("./launch/repository.mjs");
const { conclude } = await import("./verify/conclude.mjs");
const { runStages } = await import("./verify/run-stages.mjs");
const { onlyNamed, quickStages } = await import("./verify/steps.mjs");

/** Separate from the reports of a full run, which the requirement count reads. */
const REPORTS = "reports/check";

/** `npm run check -- types "dead code"` runs only these two steps. */
const names = process.argv.slice(2);

await commandLine(async () => {
  await installIfNeeded();
  rmSync(inRepository(REPORTS), { recursive: true, force: true });
  const { failed } = await runStages(onlyNamed(quickStages(REPORTS), names));
  conclude(failed, REPORTS);
});
