import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename } from "node:path";

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

export type PidFile = { pid: number; isReady: boolean };

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
