import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { projectRoot } from "../platform/config.ts";
import { freePort } from "./free-port.ts";

const TIMEOUT_MS = 60_000;

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

/** Polls until the condition holds; throws after a timeout. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    if (await condition()) return;
  }
  throw new Error("What was waited for did not happen");
}

/** Processes with a working directory in or below this one, which are only the embedded database's. */
export function processesWorkingIn(directory: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid).startsWith(directory));
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
