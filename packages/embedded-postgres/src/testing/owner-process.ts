import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";

const FIXTURE = fileURLToPath(new URL("./owner.fixture.ts", import.meta.url));
const ESBUILD = createRequire(import.meta.url).resolve("esbuild/bin/esbuild");
/** Below the project root, where Node resolves the packages that are not bundled. */
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache", import.meta.url));

export type OwnerProcess = {
  child: ChildProcess;
  lines: string[];
  errors: () => string;
  exited: Promise<unknown>;
  acknowledged: () => number[];
};

const spawned: OwnerProcess[] = [];

/** Bundles the program once, because compiling it for each process takes longer than most tests. */
export function useOwners(): { spawnOwner(directory: string): OwnerProcess } {
  let folder = "";
  let program = "";
  beforeAll(async () => {
    await mkdir(CACHE, { recursive: true });
    folder = await mkdtemp(join(CACHE, "owner-under-test-"));
    program = join(folder, "owner.mjs");
    const options = ["--bundle", "--platform=node", "--format=esm", "--packages=external", `--outfile=${program}`];
    await promisify(execFile)(ESBUILD, [FIXTURE, ...options]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { spawnOwner: (directory) => spawnOwner(program, directory) };
}

/** Starts a separate process that runs an embedded server and writes to it until it is killed. */
function spawnOwner(program: string, directory: string): OwnerProcess {
  const child = spawn(process.execPath, [program, directory], { stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  let rest = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const acknowledged = () => lines.filter((line) => /^\d+$/.test(line)).map(Number);
  const owner = { child, lines, errors: () => errors, exited: once(child, "close"), acknowledged };
  spawned.push(owner);
  return owner;
}

/** For afterEach: a failed test may not have killed its owner process. */
export async function endOwners(): Promise<void> {
  for (const { child, exited } of spawned.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
}

/** Polls because the condition depends on other processes. */
export const eventually = (description: string, condition: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(condition, { message: description }).toBe(true);

/** Linux only: the processes whose working directory is this folder (PostgreSQL's and the guard's). */
export function listProcessesIn(folder: string): { pid: number; program: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/cwd`) !== folder) return [];
        return [{ pid: Number(name), program: basename(readlinkSync(`/proc/${name}/exe`)) }];
      } catch {
        return [];
      }
    });
}
