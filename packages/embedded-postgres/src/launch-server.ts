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
  socketDirectory?: string | undefined;
  log: (message: string) => void;
};

/** `exited` resolves with how the server ended, on its own or because the launch's signal was aborted. */
export type LaunchedServer = { port: number; exited: Promise<string> };

const POLL_MS = 20;
const RETRY_MS = 200;
const PORT_ATTEMPTS = 10;
const SLOW_START_MS = 10_000;
const STOP_TIMEOUT_MS = 20_000;
// PostgreSQL checks once a minute that it still owns its data directory, and exits if it does not.
const OLD_SERVER_EXIT_MS = 90_000;

/** Starts the server and waits until it accepts connections; retries where more time or another port can help. */
export async function launchServer(
  site: ServerSite,
  choosePort: () => number | Promise<number>,
  shutdown: AbortSignal,
): Promise<LaunchedServer> {
  const deadline = Date.now() + OLD_SERVER_EXIT_MS;
  for (let portsTried = 1; ; ) {
    await clearLeftoverServer(site.cluster, site.log);
    const port = await choosePort();
    const outcome = await launchOnce(site, port, shutdown);
    if ("exited" in outcome) return { port, exited: outcome.exited };

    const { failure, logged } = outcome;
    const isPortTaken = /could not bind|could not create any TCP/.test(logged);
    const isOldServerRunning = /pre-existing shared memory block|lock file ".*" already exists/.test(logged);
    if (isPortTaken) portsTried += 1;
    const isWorthRetrying = isPortTaken ? portsTried <= PORT_ATTEMPTS : isOldServerRunning && Date.now() < deadline;
    if (shutdown.aborted || !isWorthRetrying) {
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
  shutdown: AbortSignal,
): Promise<{ exited: Promise<string> } | { failure: string; logged: string }> {
  shrinkLargeLog(site.logFile);
  const logBefore = sizeOfLog(site.logFile);
  const server = spawnServer(site, port);
  const exited = describeExit(server);
  stopWhenAborted(server, exited, shutdown, site.log);

  let failure: string | null = null;
  const watchedExit = exited.then((reason) => {
    failure = reason;
  });
  for (let waited = 0; failure === null; waited += POLL_MS) {
    const pidFile = readPidFile(site.cluster);
    if (pidFile?.isReady && pidFile.pid === server.pid) return { exited };
    if (waited > 0 && waited % SLOW_START_MS === 0) site.log("The database server is still starting.");
    await Promise.race([sleep(POLL_MS), watchedExit]);
  }
  return { failure, logged: readLogSince(site.logFile, logBefore) };
}

function spawnServer(
  { bin, cluster, logFile, runAs, durable, sharedBuffersMb, socketDirectory = "" }: ServerSite,
  port: number,
): ChildProcess {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketDirectory,
    // Room for the largest DATABASE_POOL_SIZE plus connections that killed servers have not released yet.
    max_connections: 300,
    shared_buffers: `${sharedBuffersMb}MB`,
    timezone: "UTC",
    log_timezone: "UTC",
    // Error details quote rows, which are personal data; the application still receives them, so the log can omit them.
    log_error_verbosity: "terse",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  // Opened by this process, so the database user needs no write permission there.
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
  shutdown: AbortSignal,
  log: (message: string) => void,
): void {
  const stop = () => {
    server.kill("SIGINT");
    const timer = setTimeout(() => {
      log("The database server does not stop; interrupting it. It will recover at the next start.");
      server.kill("SIGQUIT");
    }, STOP_TIMEOUT_MS);
    void exited.then(() => clearTimeout(timer));
  };
  if (shutdown.aborted) stop();
  shutdown.addEventListener("abort", stop, { once: true });
  void exited.then(() => shutdown.removeEventListener("abort", stop));
}

const LEFTOVER_POLL_MS = 50;
const FAST_SHUTDOWN_MS = 10_000;
const LEFTOVER_EXIT_MS = 60_000;

/**
 * Stops a server left behind by a killed process. The caller holds the lock, so a server found here has lost its owner.
 * A pid file whose process is dead stays: PostgreSQL needs it to find the shared memory that must be unused first.
 */
async function clearLeftoverServer(cluster: string, log: (message: string) => void): Promise<void> {
  const found = readPidFile(cluster);
  if (!found) return;
  const { pid } = found;
  if (isServerProcessOf(cluster, pid)) {
    log(`Stopping the database server that a killed Nexby left behind (process ${pid}).`);
    await stopServerProcess(cluster, pid);
  } else if (Number.isNaN(pid) || isRunning(pid)) {
    // PostgreSQL would mistake the process that now has this pid for its predecessor and refuse to start. Without the
    // file it no longer knows the shared memory, so the old server's other processes must be gone first.
    await waitForLeftoverProcesses(cluster);
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

async function waitForLeftoverProcesses(cluster: string): Promise<void> {
  if (await isTrueWithin(LEFTOVER_EXIT_MS, () => listServerProcessesOf(cluster).length === 0)) return;
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
