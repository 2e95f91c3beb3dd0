import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, open, readFile, realpath, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { canDatabaseUserEnter } from "@nexby/embedded-postgres/run-as";
import { acquireLock } from "@nexby/process-lock";

export type DataDirectory = { path: string; release(): void };

type DataDirectoryOptions = {
  /** The repository, which holds the data by default. */
  root: string;
  dataDir?: string | undefined;
  /** Data location when running as root, because the PostgreSQL user may not be able to reach the repository. */
  systemDirectory?: string;
};

/** Returns the data directory, creating it if missing. */
export async function locateDataDirectory(options: DataDirectoryOptions): Promise<string> {
  return locate(options).catch((error) => Promise.reject(explain(error, error.path)));
}

/** Locates the data directory and locks it for this process, or throws a readable error. */
export async function openDataDirectory(options: DataDirectoryOptions): Promise<DataDirectory> {
  const path = await locateDataDirectory(options);
  const lock = await takeLock(path);
  if (!lock.ok) {
    throw new Error(
      `Nexby is already running (process ${lock.holder.pid}) on ${path}; ` +
        "stop it first or set DATA_DIR to another folder.",
    );
  }
  return { path, release: lock.release };
}

/**
 * As root, data lives in the system directory under an id, and the id file stays where the data would have been. An
 * explicit `dataDir` is used directly if the PostgreSQL user can enter it; once chosen, a location never changes.
 */
async function locate({ root, dataDir, systemDirectory = "/var/lib/nexby" }: DataDirectoryOptions): Promise<string> {
  const preferred = await makeFolder(resolve(dataDir ?? join(root, ".data")));
  const id = join(preferred, "id");
  const isPreferredInUse = existsSync(join(preferred, "postgres"));
  const isPreferredUsable =
    !isRoot() || (dataDir && !existsSync(id) && (isPreferredInUse || canDatabaseUserEnter(preferred)));
  return realpath(isPreferredUsable ? preferred : await makeFolder(join(systemDirectory, await readOrCreateId(id))));
}

async function takeLock(path: string) {
  try {
    return acquireLock(join(path, "lock"), "nexby");
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, path);
  }
}

/** Others can enter but not list folders created by root, so that the PostgreSQL user reaches its own further down. */
async function makeFolder(path: string): Promise<string> {
  const mode = isRoot() ? 0o711 : 0o700;
  const firstMade = await mkdir(path, { recursive: true, mode });
  if (firstMade === undefined) return path;
  // A strict umask removes permissions from every folder that mkdir creates.
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await chmod(made, mode);
  return path;
}

/** The random folder name of this repository, so that a second clone gets its own data. */
async function readOrCreateId(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o644);
  try {
    await file.writeFile(`${randomBytes(8).toString("hex")}\n`);
    await file.sync();
    // If several processes start for the first time, only one draft is linked and all of them read the same id.
    await link(draft, path).catch((error) => (error.code === "EEXIST" ? undefined : Promise.reject(error)));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  const id = (await readFile(path, "utf8")).trim();
  if (!/^[0-9a-f]{16}$/.test(id)) throw new Error(`${path} should name the data folder but says "${id}"; delete it.`);
  return id;
}

function explain(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code === "EEXIST" || error.code === "ENOTDIR") {
    return new Error(`${path} is a file or lies below one. Set DATA_DIR to a folder.`);
  }
  if (error.code !== "EACCES" && error.code !== "EROFS" && error.code !== "EPERM") return error;
  return new Error(
    `Nexby can't write its data to ${path} (${error.code}). Make it writable for the user who starts Nexby, ` +
      "or set DATA_DIR to a folder that is.",
  );
}

const isRoot = () => process.getuid?.() === 0;
