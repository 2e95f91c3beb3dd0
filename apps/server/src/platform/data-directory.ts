import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, open, readFile, realpath, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { canDatabaseUserEnter } from "@nexby/embedded-postgres/run-as";
import { acquireLock } from "@nexby/process-lock";

export type DataDirectory = { path: string; release(): void };

type DataDirectoryOptions = {
  /** The repository: where data live unless told otherwise. */
  root: string;
  dataDir?: string | undefined;
  /** Where root keeps data, because PostgreSQL's user may not be able to reach the repository. */
  systemDirectory?: string;
};

/** The folder for all data, made when missing. */
export async function locateDataDirectory(options: DataDirectoryOptions): Promise<string> {
  return locate(options).catch((error) => Promise.reject(explain(error, error.path)));
}

/** Finds the folder for all data and takes it for this process, or says readably why it cannot. */
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
 * Root keeps data in the system directory under an id, and the id where the data would have been. A folder that was
 * named for it is used itself if PostgreSQL's user can get there; once chosen, a place stays chosen.
 */
async function locate({ root, dataDir, systemDirectory = "/var/lib/nexby" }: DataDirectoryOptions): Promise<string> {
  const wanted = await makeFolder(resolve(dataDir ?? join(root, ".data")));
  const id = join(wanted, "id");
  const isWantedUsed = existsSync(join(wanted, "postgres"));
  const isWantedGood = !isRoot() || (dataDir && !existsSync(id) && (isWantedUsed || canDatabaseUserEnter(wanted)));
  return realpath(isWantedGood ? wanted : await makeFolder(join(systemDirectory, await readOrCreateId(id))));
}

async function takeLock(path: string) {
  try {
    return acquireLock(join(path, "lock"), "nexby");
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, path);
  }
}

/** Root's folders let others pass, not look: PostgreSQL's user has its own further down. */
async function makeFolder(path: string): Promise<string> {
  const mode = isRoot() ? 0o711 : 0o700;
  const firstMade = await mkdir(path, { recursive: true, mode });
  if (firstMade === undefined) return path;
  // A strict umask has taken rights from every folder just made.
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await chmod(made, mode);
  return path;
}

/** The repository's own random name under the system directory, so that a second clone gets data of its own. */
async function readOrCreateId(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o644);
  try {
    await file.writeFile(`${randomBytes(8).toString("hex")}\n`);
    await file.sync();
    // Only one of several first starts gets its draft linked; all then read the same id.
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
  if (error.code !== "EACCES" && error.code !== "EROFS" && error.code !== "EPERM") return error;
  return new Error(
    `Nexby may not write its data to ${path} (${error.code}). Make it writable for the user who starts Nexby, ` +
      "or set DATA_DIR to a folder that is.",
  );
}

const isRoot = () => process.getuid?.() === 0;
