import { spawnSync } from "node:child_process";
import { ROOT, toolPath } from "./launch/repository.mjs";
import { testOnlyProblems } from "./verify/test-only-code.mjs";

const knip = spawnSync(
  toolPath("knip"),
  ["--production", "--include=files,exports", "--config=scripts/verify/knip.product.json", "--reporter=json"],
  { cwd: ROOT, encoding: "utf8" },
);
if (!knip.stdout.startsWith("{")) throw new Error(knip.stderr || knip.stdout);

const problems = testOnlyProblems(JSON.parse(knip.stdout));
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;
