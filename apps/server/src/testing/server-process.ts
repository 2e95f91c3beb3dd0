import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { projectRoot } from "../platform/config.ts";
import type { Db } from "../platform/db/db.ts";
import { freePort } from "./free-port.ts";
import { PATIENCE } from "./patience.ts";

export type ServerProcess = {
  child: ChildProcess;
  pid: number;
  origin: string;
  /** Output so far, stdout and stderr. */
  output(): string;
  ready(): Promise<void>;
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>;
};

type Options = { env: Record<string, string>; command?: readonly [string, ...string[]] };

/** A server command from the bundle of this test run. */
export const serverCommand = (
  name: "main" | "worker" | "admin" | "reconcile" | "reset",
  ...args: readonly string[]
): readonly [string, ...string[]] => [process.execPath, join(inject("serverBundle"), `${name}.js`), ...args];

/** Starts the server or another command as a separate process. */
export async function startServerProcess({ env, command }: Options): Promise<ServerProcess> {
  const port = await freePort();
  const [program, ...args] = command ?? serverCommand("main");
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += chunk));
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  const origin = `http://127.0.0.1:${port}`;
  return {
    child,
    pid: child.pid ?? -1,
    origin,
    output: () => printed,
    ended,
    ready: async () => {
      const outcome = await Promise.race([until(() => isReachable(`${origin}/api/ready`)), ended]);
      if (outcome !== undefined) throw new Error(`The server ended with ${outcome}:\n${printed}`);
    },
  };
}

/** Waits for a state, such as one of another process, by polling. */
export async function until(condition: () => boolean | Promise<boolean>, insteadOf = () => ""): Promise<void> {
  for (const deadline = Date.now() + PATIENCE.waitMs; Date.now() < deadline; await sleep(20)) {
    if (await condition()) return;
  }
  throw new Error(`What was waited for did not happen. ${insteadOf()}`);
}

/**
 * Kills a process with SIGKILL and ends the leases of its jobs, as if they had expired. Waiting for that would take half
 * a minute, and shorter leases could expire in processes that are only slow.
 */
export async function killServer({ child, pid, ended }: ServerProcess, db: Db): Promise<void> {
  child.kill("SIGKILL");
  await ended;
  await db.execute(sql`
    with expired as (
      update scheduled_jobs set lease_until = clock_timestamp() - interval '1 second'
      where status = 'running' and starts_with(locked_by, ${`${pid} `}) returning 1
    )
    select pg_notify('nexby_jobs', '') where exists (select 1 from expired)`);
}

/**
 * Waits until no process has a working directory in or below this one. These are only the embedded database's, and a
 * watcher that ends right after the server.
 */
export function untilNoProcessWorksIn(directory: string): Promise<void> {
  const left = () =>
    readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && workingDirectory(pid).startsWith(directory));
  return until(
    () => left().length === 0,
    () => `Still there: ${left().join(", ")}.`,
  );
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

async function isReachable(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}
