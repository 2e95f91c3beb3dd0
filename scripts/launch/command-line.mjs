import { constants } from "node:os";
import { onParentGone } from "./parent-watch.mjs";
import { stopProgress } from "./progress.mjs";
import { stopCommands } from "./run-command.mjs";

/** What went wrong, said so that no stack trace is needed. */
export class ReadableError extends Error {}

/** @type {NodeJS.Signals[]} */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs the work of a command: a signal, or the death of npm, ends it together with its child processes; a readable
 * error becomes its message and exit code 1. Afterwards signals belong to whoever runs next in this process.
 * @param {() => Promise<void>} work
 */
export async function commandLine(work) {
  let ended = false;

  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    // npm forwards the terminal's Ctrl-C, so that every interrupt arrives twice.
    if (ended) return;
    ended = true;
    stopProgress();
    void stopCommands().then(() => process.exit(128 + constants.signals[signal]));
  };

  for (const signal of ENDING) process.on(signal, end);
  onParentGone(() => process.kill(process.pid, "SIGTERM"));
  try {
    await work();
  } catch (error) {
    if (ended) return await forever();
    if (!(error instanceof ReadableError)) throw error;
    console.error(`\n${error.message}`);
    process.exit(1);
  }
  if (ended) return await forever();
  for (const signal of ENDING) process.off(signal, end);
}

/** The stop under way ends the process; until then nothing else may begin. */
const forever = () => new Promise(() => setInterval(() => {}, 1000));
