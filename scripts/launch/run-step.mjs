import { ReadableError } from "./command-line.mjs";
import { withProgress } from "./progress.mjs";
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
