import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "@nexby/process-lock";
import type { RunAs } from "./run-as.ts";
import {
  isServerProcessOf,
  lastLines,
  listServerProcessesOf,
  pidFileOf,
  readLogSince,
  readPidFile,
  shrinkLargeLog,
  sizeOfLog,
  spawnGuarded,
} from "./server-processes.ts";

export type ServerSite = {
  bin: string;
  cluster: string;
  logFile: string;
  runAs: RunAs;
  durable: boolean;
  sharedBuffersMb: number;
  log: (message: string) => void;
};

/** `exited` says how it ended; it ends by itself or because the signal given to the launch was aborted. */
export type LaunchedServer = { port: number; exited: Promise<string> };

const POLL_MS = 20;
const RETRY_MS = 200;
const PORT_ATTEMPTS = 10;
const SLOW_START_MS = 10_000;
const STUBBORN_MS = 20_000;
// PostgreSQL itself looks once a minute whether its data are still its own, and gives up if not.
const PREDECESSOR_MS = 90_000;

/** Starts the server and waits until it accepts connections, patiently where waiting or another port can help. */
export async function launchServer(
  site: ServerSite,
  choosePort: () => number | Promise<number>,
  ending: AbortSignal,
): Promise<LaunchedServer> {
  const deadline = Date.now() + PREDECESSOR_MS;
  for (let portsTried = 1; ; ) {
    await clearLeftoverServer(site.cluster, site.log);
    const port = await choosePort();
    const outcome = await launchOnce(site, port, ending);
    if ("exited" in outcome) return { port, exited: outcome.exited };

    const { failure, logged } = outcome;
    const isPortTaken = /could not bind|could not create any TCP/.test(logged);
    const isPredecessorThere = /pre-existing shared memory block|lock file ".*" already exists/.test(logged);
    if (isPortTaken) portsTried += 1;
    const isWorthRetrying = isPortTaken ? portsTried <= PORT_ATTEMPTS : isPredecessorThere && Date.now() < deadline;
    if (ending.aborted || !isWorthRetrying) {
      throw new Error(
        `The database server did not start (${failure}). The last lines of ${site.logFile}:\n${lastLines(logged)}`,
      );
    }
    await sleep(RETRY_MS);
  }
}

async function launchOnce(
  site: ServerSite,
  port: number,
  ending: AbortSignal,
): Promise<{ exited: Promise<string> } | { failure: string; logged: string }> {
  shrinkLargeLog(site.logFile);
  const logBefore = sizeOfLog(site.logFile);
  const server = spawnServer(site, port);
  const exited = describeExit(server);
  stopWhenAborted(server, exited, ending, site.log);

  let failure: string | null = null;
  const watchedExit = exited.then((how) => {
    failure = how;
  });
  for (let waited = 0; failure === null; waited += POLL_MS) {
    const written = readPidFile(site.cluster);
    if (written?.isReady && written.pid === server.pid) return { exited };
    if (waited > 0 && waited % SLOW_START_MS === 0) site.log("The database server is still starting.");
    await Promise.race([sleep(POLL_MS), watchedExit]);
  }
  return { failure, logged: readLogSince(site.logFile, logBefore) };
}

function spawnServer(
  { bin, cluster, logFile, runAs, durable, sharedBuffersMb }: ServerSite,
  port: number,
): ChildProcess {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Room for the largest DATABASE_POOL_SIZE, and for what servers that were killed have not given up yet.
    max_connections: 300,
    shared_buffers: `${sharedBuffersMb}MB`,
    timezone: "UTC",
    log_timezone: "UTC",
    // The details of an error quote rows, that is people's data; the application gets them, the log need not.
    log_error_verbosity: "terse",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  // Opened by us, so that the database's user needs no right to write there.
  const output = openSync(logFile, "a", 0o600);
  try {
    return spawnGuarded({
      command: join(bin, "postgres"),
      args: ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      cwd: cluster,
      runAs,
      output,
    });
  } finally {
    closeSync(output);
  }
}

function describeExit(server: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(error.message));
    server.once("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

function stopWhenAborted(
  server: ChildProcess,
  exited: Promise<string>,
  ending: AbortSignal,
  log: (message: string) => void,
): void {
  const stop = () => {
    server.kill("SIGINT");
    const timer = setTimeout(() => {
      log("The database server does not stop; interrupting it. It will recover at the next start.");
      server.kill("SIGQUIT");
    }, STUBBORN_MS);
    void exited.then(() => clearTimeout(timer));
  };
  if (ending.aborted) stop();
  ending.addEventListener("abort", stop, { once: true });
  void exited.then(() => ending.removeEventListener("abort", stop));
}

const LEFTOVER_POLL_MS = 50;
const FAST_SHUTDOWN_MS = 10_000;
const PATIENCE_MS = 60_000;

/**
 * Makes way for a new server. The caller holds the lock, so a server found here has lost its owner.
 * A pid file whose process is dead stays: from it PostgreSQL knows which shared memory has to be unused first.
 */
async function clearLeftoverServer(cluster: string, log: (message: string) => void): Promise<void> {
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
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(LEFTOVER_POLL_MS)) {
    if (condition()) return true;
  }
  return condition();
}
