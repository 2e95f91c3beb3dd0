import { withProgress } from "../launch/progress.mjs";
import { runCommand } from "../launch/run-command.mjs";

/** @typedef {import("./steps.mjs").Step} Step */

/** Time for test runners to close databases, servers and browsers. */
const GRACE_MS = 10_000;

/**
 * Runs all stages, even after a failure.
 * @param {import("./steps.mjs").Stage[]} stages
 * @returns {Promise<{ failed: string[], times: { name: string, seconds: number }[] }>} `failed` names the steps that
 *   failed or could not run
 */
export async function runStages(stages) {
  /** @type {string[]} */
  const failed = [];
  /** @type {{ name: string, seconds: number }[]} */
  const times = [];
  for (const lanes of stages) {
    await Promise.all(
      lanes.map(async (steps) => {
        for (const step of steps) {
          const startedAt = performance.now();
          if (!(await runStep(step, failed))) failed.push(step.name);
          times.push({ name: step.name, seconds: (performance.now() - startedAt) / 1000 });
        }
      }),
    );
  }
  return { failed, times };
}

/**
 * @param {Step} step
 * @param {string[]} failed
 */
async function runStep({ name, commands, env, after }, failed) {
  if (after && failed.includes(after)) {
    console.log(`✗ ${name}  not run, because of: ${after}`);
    return false;
  }
  const { ok, output } = await withProgress(
    name,
    () => runAll(commands, env),
    (result) => result.ok,
  );
  if (!ok) console.log(`\n${output.trim()}\n`);
  return ok;
}

/**
 * @param {string[][]} commands
 * @param {NodeJS.ProcessEnv} [env]
 */
async function runAll(commands, env) {
  const all = { ok: true, output: "" };
  for (const command of commands) {
    const { ok, output } = await runCommand(command, { env, graceMs: GRACE_MS });
    if (!ok) all.ok = false;
    all.output += output;
  }
  return all;
}
