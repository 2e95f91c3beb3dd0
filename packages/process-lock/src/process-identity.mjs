import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The process runs but cannot be inspected, e.g. another user's process with a restricted /proc. */
export const UNKNOWN_IDENTITY = "unknown";

/** @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * Distinguishes a process from a later one with the same pid; null when no such process runs. A zombie counts as gone:
 * it waits for its parent and holds nothing.
 * @param {number} pid
 * @returns {string | null}
 */
export function identifyProcess(pid) {
  if (!isRunning(pid)) return null;
  return process.platform === "linux" ? identifyByProc(pid) : identifyByPs(pid);
}

/** @param {number} pid */
function identifyByProc(pid) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return UNKNOWN_IDENTITY;
  // The command name (field 2) may itself contain spaces and parentheses, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTime] = [fields[0], fields[19]];
  if (state === "Z" || state === "X") return null;
  // The start time is relative to boot, so it is meaningful only together with the boot id.
  return `${readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}/${startTime}`;
}

/** @param {number} pid */
function identifyByPs(pid) {
  // ps prints the start in local time and language; both are fixed so that the same process always looks the same.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { stdout, error } = spawnSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], { encoding: "utf8", env });
  if (error) return UNKNOWN_IDENTITY;
  const line = stdout.trim();
  if (line === "" || line.startsWith("Z")) return null;
  return line.replace(/^\S+\s+/, "").replace(/\s+/g, " ");
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
