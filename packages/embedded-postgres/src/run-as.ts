import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The account PostgreSQL runs under; undefined means the current user. */
export type RunAs = { name: string; uid: number; gid: number } | undefined;

const ACCOUNTS_FOR_ROOT = ["postgres", "_postgres", "nobody"];

/** PostgreSQL refuses to run as root and to serve a cluster that belongs to another user. */
export function chooseRunAs(cluster: string): RunAs {
  const self = process.getuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new Error(
        `The database in ${cluster} belongs to another user (uid ${owner.uid}). ` +
          "Start Nexby as that user, or set DATA_DIR to a folder of your own.",
      );
    }
    return undefined;
  }
  const accounts = readAccounts();
  if (!owner) return chooseAccount(accounts);
  if (owner.uid === 0) {
    const { name } = chooseAccount(accounts);
    throw new Error(
      `The database in ${cluster} belongs to root, for whom PostgreSQL refuses to run (was it copied?). ` +
        `Give it to the database's user first: chown -R ${name} ${cluster}`,
    );
  }
  // The preferred account may have changed since the cluster was created, e.g. because PostgreSQL was installed.
  const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? `uid ${owner.uid}`;
  return { name, uid: owner.uid, gid: owner.gid };
}

/** True if a cluster created by root could be kept in this directory. */
export function canDatabaseUserEnter(directory: string): boolean {
  return canEnter(directory, chooseAccount(readAccounts()));
}

/** The account owns the cluster's folder, but it must also be able to enter the folders above it. */
export function assertReachable(directory: string, runAs: RunAs): void {
  if (!runAs || canEnter(directory, runAs)) return;
  const ancestors = [directory];
  for (let path = directory; path !== dirname(path); path = dirname(path)) ancestors.unshift(dirname(path));
  const blocker = ancestors.find((path) => !canEnter(path, runAs)) ?? directory;
  throw new Error(
    `PostgreSQL does not run as root, so it runs as ${runAs.name}, who cannot enter ${blocker}. ` +
      `Allow it (chmod o+x ${blocker}), or set DATA_DIR to a folder that every user can reach.`,
  );
}

function canEnter(directory: string, { uid, gid }: { uid: number; gid: number }): boolean {
  const { status, error } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { uid, gid, cwd: "/" });
  if (error) throw new Error(`Root may not start programs as uid ${uid} here (${error.message}). ${ALTERNATIVES}`);
  return status === 0;
}

function chooseAccount(accounts: ReturnType<typeof readAccounts>) {
  for (const name of ACCOUNTS_FOR_ROOT) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account) return account;
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user postgres or nobody. ${ALTERNATIVES}`);
}

function readAccounts() {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(gid));
}

const ALTERNATIVES = "Start Nexby as an ordinary user, or give it a PostgreSQL server of your own in DATABASE_URL.";
