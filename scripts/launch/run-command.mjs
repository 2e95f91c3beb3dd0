import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ROOT } from "./repository.mjs";

const TETHER = fileURLToPath(new URL("./tether.mjs", import.meta.url));
const DRAIN_MS = 500;

/** @type {Map<number, { graceMs: number, exited: Promise<unknown> }>} by process group */
const running = new Map();

/**
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, graceMs?: number }} [options] `env` is added to the environment; `graceMs` is the
 *   time the command gets to clean up when it is stopped
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runCommand(command, { env, graceMs = 0 } = {}) {
  const child = spawn(process.execPath, [TETHER, String(graceMs), ...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    // Its own process group, so that it can be killed as a whole.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }

  const closed = new Promise((resolve) => child.once("close", resolve));
  /** @type {Promise<number | null>} */
  const exited = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  const group = child.pid;
  if (group) running.set(group, { graceMs, exited });
  const code = await exited;
  if (group) running.delete(group);
  // A leftover process may hold the pipes open forever.
  await Promise.race([closed, pause(DRAIN_MS)]);
  return { ok: code === 0, output };
}

/** Stops all running commands and every process they started. */
export async function stopCommands() {
  await Promise.all(
    [...running].map(async ([group, { graceMs, exited }]) => {
      if (graceMs > 0) signalGroup(group, "SIGINT");
      await Promise.race([exited, pause(graceMs)]);
      signalGroup(group, "SIGKILL");
    }),
  );
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // Already gone.
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());
