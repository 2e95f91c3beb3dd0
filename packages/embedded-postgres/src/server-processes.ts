import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";
import { basename } from "node:path";
import type { RunAs } from "./run-as.ts";

/*
 * The shell becomes the program itself, after leaving a watcher behind that reads from a pipe whose other end only our
 * process has. However our process dies, the watcher then reads the end of file and asks the program to stop.
 * The watcher has to be nobody's child: PostgreSQL waits for all its children and would wonder about this one.
 * The pid may belong to another process by then, so it is checked: the program works in the watcher's own folder.
 */
const GUARD = `
program=$$
exec 3<&0 </dev/null
( (
  while read -r _; do :; done
  if [ -d /proc/self ]; then [ "/proc/$program/cwd" -ef . ]; else ps -o command= -p "$program" | grep -qF -- "$1"; fi &&
    kill -INT "$program"
) <&3 >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

type GuardedCommand = {
  command: string;
  args: string[];
  /** Where it runs. The program must stay there: the guard knows it by that. */
  cwd: string;
  runAs: RunAs;
  output: "pipe" | number;
};

/** Runs a program that does not outlive us, in a session of its own so that Ctrl-C in our terminal does not reach it. */
export function spawnGuarded({ command, args, cwd, runAs, output }: GuardedCommand): ChildProcess {
  return spawn("/bin/sh", ["-c", GUARD, "nexby-guard", command, ...args], {
    cwd,
    uid: runAs?.uid,
    gid: runAs?.gid,
    env: environmentForPostgres(),
    detached: true,
    stdio: ["pipe", output, output],
  });
}

/** None of ours: PGDATA, PGPORT and the like would change what PostgreSQL does, and LC_* the language of its messages. */
export function environmentForPostgres(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Whether this pid is a PostgreSQL process working on this cluster. A pid file alone proves nothing: pids are reused. */
export function isServerProcessOf(cluster: string, pid: number): boolean {
  return process.platform === "linux" ? isByProc(cluster, pid) : isByPs(cluster, pid);
}

/** Every PostgreSQL process of this cluster; elsewhere than on Linux none is found, as only /proc can tell. */
export function listServerProcessesOf(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isByProc(cluster, pid));
}

function isByProc(cluster: string, pid: number): boolean {
  try {
    // "postgres (deleted)" when the packages were installed anew while it ran.
    if (basename(readlinkSync(`/proc/${pid}/exe`)).split(" ")[0] !== "postgres") return false;
    const [here, there] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    // Gone, or another user's: PostgreSQL works on a cluster only as its owner, so that one is not ours.
    return false;
  }
}

function isByPs(cluster: string, pid: number): boolean {
  const { stdout: command } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return /(^|\/)postgres -D /.test(command) && command.includes(` -D ${cluster} `);
}

type PidFile = { pid: number; isReady: boolean };

/** What the running or last server wrote about itself; null when there is no such file. */
export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFileOf(cluster), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  // Negative when PostgreSQL ran for a single user; not a number when a full disk left the file empty.
  return { pid: Math.abs(Number.parseInt(lines[0] ?? "", 10)), isReady: lines[7]?.trim() === "ready" };
}

export const pidFileOf = (cluster: string): string => `${cluster}/postmaster.pid`;

const LARGE = 8 * 1024 * 1024;
const TAIL = 64 * 1024;
const CHECK_EVERY_MS = 30_000;

export const sizeOfLog = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** What was written after the given size, or the end of it. */
export function readLogSince(path: string, size: number): string {
  const file = openSync(path, "r");
  try {
    const end = fstatSync(file).size;
    const begin = Math.max(size > end ? 0 : size, end - TAIL);
    const buffer = Buffer.alloc(end - begin);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, begin));
  } finally {
    closeSync(file);
  }
}

export const lastLines = (log: string, count = 12): string => log.trim().split("\n").slice(-count).join("\n");

/** At most this file and one older one of the same size. PostgreSQL appends, so it goes on at the new end. */
export function shrinkLargeLog(path: string): void {
  if (sizeOfLog(path) <= LARGE) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

export function keepLogSmall(path: string, log: (message: string) => void): () => void {
  const timer = setInterval(() => {
    try {
      shrinkLargeLog(path);
    } catch (error) {
      log(`PostgreSQL's log ${path} could not be shortened: ${error}`);
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
