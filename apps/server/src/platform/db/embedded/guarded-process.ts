import { type ChildProcess, spawn } from "node:child_process";
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
