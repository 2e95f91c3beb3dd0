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
 * The shell starts a watcher and then execs the program. The watcher reads from a pipe whose other end only our process
 * holds: however our process dies, the watcher reads end of file and asks the program to stop.
 * The watcher must not be the program's child: PostgreSQL waits for all its children and does not expect this one.
 * The pid may have been reused by then, so the watcher first checks the program's working directory or command line.
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
  /** The program must stay in this folder: the guard identifies it by that. */
  cwd: string;
  runAs: RunAs;
  output: "pipe" | number;
};

/** Runs a program that does not outlive us, in its own session so that Ctrl-C in our terminal does not reach it. */
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

/** Passes on none of our variables: PGDATA, PGPORT etc. would change PostgreSQL's behavior, LC_* its messages. */
export function environmentForPostgres(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** True if this pid is a PostgreSQL process of this cluster. A pid file alone proves nothing: pids are reused. */
export function isServerProcessOf(cluster: string, pid: number): boolean {
  return process.platform === "linux" ? isByProc(cluster, pid) : isByPs(cluster, pid);
}

/** All PostgreSQL processes of this cluster; always empty outside Linux, because only /proc can tell. */
export function listServerProcessesOf(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isByProc(cluster, pid));
}

function isByProc(cluster: string, pid: number): boolean {
  try {
    // "postgres (deleted)" if the packages were reinstalled while it was running.
    if (basename(readlinkSync(`/proc/${pid}/exe`)).split(" ")[0] !== "postgres") return false;
    const [here, there] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    // Gone, or another user's process, which is not ours: PostgreSQL serves a cluster only as the cluster's owner.
    return false;
  }
}

function isByPs(cluster: string, pid: number): boolean {
  const { stdout: command } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return /(^|\/)postgres -D /.test(command) && command.includes(` -D ${cluster} `);
}

type PidFile = { pid: number; port: number; isReady: boolean };

/** Reads what the running or last server wrote about itself; null if there is no pid file. */
export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFileOf(cluster), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  // Negative in single-user mode; not a number when a full disk left the file empty.
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10));
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

export const pidFileOf = (cluster: string): string => `${cluster}/postmaster.pid`;

const MAX_LOG_BYTES = 8 * 1024 * 1024;
const MAX_TAIL_BYTES = 64 * 1024;
const CHECK_EVERY_MS = 30_000;

export const sizeOfLog = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Returns the log written after the given size, at most its last 64 KB. */
export function readLogSince(path: string, size: number): string {
  const file = openSync(path, "r");
  try {
    const end = fstatSync(file).size;
    const begin = Math.max(size > end ? 0 : size, end - MAX_TAIL_BYTES);
    const buffer = Buffer.alloc(end - begin);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, begin));
  } finally {
    closeSync(file);
  }
}

export const lastLines = (log: string, count = 12): string => log.trim().split("\n").slice(-count).join("\n");

/** Keeps at most this file and one older copy. PostgreSQL's output is appended, so it continues at the new end. */
export function shrinkLargeLog(path: string): void {
  if (sizeOfLog(path) <= MAX_LOG_BYTES) return;
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
