import { waitForLock } from "../../packages/process-lock/src/process-lock.mjs";
import { ReadableError } from "./command-line.mjs";
import { withProgress } from "./progress.mjs";
import { inRepository } from "./repository.mjs";
import { runCommand } from "./run-command.mjs";

/**
 * Runs a long command and shows its output only if it fails.
 * @param {string} label
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runStep(label, command, env) {
  const { ok, output } = await withProgress(
    label,
    () => runCommand(command, { env }),
    (result) => result.ok,
  );
  if (!ok) throw new ReadableError(`${output.trimEnd()}\n\n${label} failed; its output is above.`);
}

/**
 * Uses the npm that started us, or `npm` from the PATH; never yarn or pnpm, which set the same variable.
 * @param {string[]} args
 */
export function npmCommand(...args) {
  const cli = process.env.npm_execpath ?? "";
  return /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli, ...args] : ["npm", ...args];
}

/**
 * Does the work unless it is already done. Of two concurrent launchers, the second waits and then finds it done.
 * @param {{ lock: string, purpose: string, isDone: () => boolean, work: () => Promise<void> }} task
 */
export async function onceUnderLock({ lock, purpose, isDone, work }) {
  if (isDone()) return;
  const held = await waitForLock(inRepository(lock), purpose, {
    onWait: (holder) => console.log(`Waiting for another process (${holder.pid}), which is ${holder.purpose}.`),
  });
  try {
    if (!isDone()) await work();
  } finally {
    held.release();
  }
}
