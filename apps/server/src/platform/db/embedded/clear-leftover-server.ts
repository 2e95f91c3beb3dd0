import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "@nexby/process-lock";
import { isServerProcessOf, listServerProcessesOf, pidFileOf, readPidFile } from "./server-processes.ts";

const POLL_MS = 50;
const FAST_SHUTDOWN_MS = 10_000;
const PATIENCE_MS = 60_000;

/**
 * Makes way for a new server. The caller holds the lock, so a server found here has lost its owner.
 * A pid file whose process is dead stays: from it PostgreSQL knows which shared memory has to be unused first.
 */
export async function clearLeftoverServer(cluster: string, log: (message: string) => void): Promise<void> {
  const found = readPidFile(cluster);
  if (!found) return;
  const { pid } = found;
  if (isServerProcessOf(cluster, pid)) {
    log(`Stopping the database server that a killed Nexby left behind (process ${pid}).`);
    await stopServerProcess(cluster, pid);
  } else if (Number.isNaN(pid) || isRunning(pid)) {
    // PostgreSQL would take whatever got this pid for its predecessor and refuse to start. With the file goes its
    // knowledge of the shared memory, so the predecessor's other processes have to be gone before.
    await waitUntilNoneLeft(cluster);
    rmSync(pidFileOf(cluster), { force: true });
  }
}

async function stopServerProcess(cluster: string, pid: number): Promise<void> {
  const isGone = () => !isServerProcessOf(cluster, pid);
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalIfRunning(pid, signal);
    if (await isTrueWithin(FAST_SHUTDOWN_MS, isGone)) return;
  }
  throw new Error(
    `The database server that a killed Nexby left behind (process ${pid}, on ${cluster}) does not stop. ` +
      "End it by hand, then start again.",
  );
}

async function waitUntilNoneLeft(cluster: string): Promise<void> {
  if (await isTrueWithin(PATIENCE_MS, () => listServerProcessesOf(cluster).length === 0)) return;
  throw new Error(
    `Processes of an earlier database server still work on ${cluster}: ${listServerProcessesOf(cluster).join(", ")}. ` +
      "Wait until they are done or end them by hand, then start again.",
  );
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function isTrueWithin(milliseconds: number, condition: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(POLL_MS)) {
    if (condition()) return true;
  }
  return condition();
}
