/**
 * Runs one command as the leader of a process group and does not outlive the launcher that started it: when the
 * launcher is gone, even by kill -9, the channel between them closes and the whole group is killed. Otherwise an
 * orphaned install would keep writing into node_modules alongside the next one.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";

const [graceMs = "", command = "", ...args] = process.argv.slice(2);

process.on("disconnect", () => {
  if (graceMs !== "0") process.kill(-process.pid, "SIGINT");
  setTimeout(() => process.kill(-process.pid, "SIGKILL"), Number(graceMs));
});
// Signals to the group are meant for the command; the leader exits after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
