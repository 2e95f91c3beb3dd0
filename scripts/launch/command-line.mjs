import { constants } from "node:os";
import { stopProgress } from "./progress.mjs";
import { stopCommands } from "./run-command.mjs";

const CHECK_EVERY_MS = 500;

/**
 * kill -9 of npm does not reach its child, which notices by getting another parent.
 * @param {() => void} callback
 */
function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** An error whose message is clear enough to be printed without a stack trace. */
export class ReadableError extends Error {}

/** @type {NodeJS.Signals[]} */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs the work of a command. A signal, or the death of npm, stops it together with its child processes; a readable
 * error becomes its message and exit code 1. Afterwards, signal handling is left to the code that runs next in this
 * process.
 * @param {() => Promise<void>} work
 */
export async function commandLine(work) {
  let isStopping = false;

  /** @param {NodeJS.Signals} signal */
  const handleSignal = (signal) => {
    // npm forwards the terminal's Ctrl-C, so every interrupt arrives twice.
    if (isStopping) return;
    isStopping = true;
    stopProgress();
    void stopCommands().then(() => process.exit(128 + constants.signals[signal]));
  };

  for (const signal of STOP_SIGNALS) process.on(signal, handleSignal);
  onParentGone(() => process.kill(process.pid, "SIGTERM"));
  try {
    await work();
  } catch (error) {
    if (isStopping) return await waitForExit();
    if (!(error instanceof ReadableError)) throw error;
    console.error(`\n${error.message}`);
    process.exit(1);
  }
  if (isStopping) return await waitForExit();
  for (const signal of STOP_SIGNALS) process.off(signal, handleSignal);
}

/** The stop in progress exits the process; nothing else may start until then. */
const waitForExit = () => new Promise(() => setInterval(() => {}, 1000));
