import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { findRunningPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { clearOldDrafts, diskStorage } from "../adapters/storage/disk-storage.ts";
import { PRIVATE_FOLDER, type StoragePort } from "../adapters/storage/storage.port.ts";
import { type Config, projectRoot } from "../platform/config.ts";
import { locateDataDirectory, openDataDirectory } from "../platform/data-directory.ts";
import { type Database, openDatabase } from "../platform/db/db.ts";
import { type DatabaseUrls, dropEverything, setUpDatabase } from "../platform/db/migrate.ts";

type Stores = DatabaseUrls & {
  directory: string;
  /** False if the embedded database is about to run out of disk space. */
  hasSpace(): Promise<boolean>;
  lost: Promise<void>;
  close(): Promise<void>;
};

/**
 * The database of DATABASE_URL, or our embedded one in the data directory, which this process then locks. With an
 * external database, any number of processes can share the directory.
 */
export async function openStores(config: Config, log: (message: string) => void): Promise<Stores> {
  const { databaseUrl, databaseOwnerUrl: ownerUrl = databaseUrl } = config;
  const where = { root: projectRoot, dataDir: config.dataDir };
  if (databaseUrl && ownerUrl) return storesElsewhere(await locateDataDirectory(where), { databaseUrl, ownerUrl });
  const directory = await openDataDirectory(where);
  try {
    const server = await startEmbeddedPostgres({ directory: join(directory.path, "postgres"), durable: true, log });
    return {
      directory: directory.path,
      databaseUrl: server.applicationUrl,
      ownerUrl: server.ownerUrl,
      hasSpace: () => hasFreeSpace(directory.path),
      lost: server.closed,
      close: async () => {
        await server.stop();
        directory.release();
      },
    };
  } catch (error) {
    directory.release();
    throw error;
  }
}

/** A database that this process neither starts nor stops. */
const storesElsewhere = (directory: string, urls: DatabaseUrls): Stores => ({
  ...urls,
  directory,
  hasSpace: async () => true,
  lost: new Promise(() => undefined),
  close: async () => undefined,
});

/** Below this, PostgreSQL may fail to extend its files and its log, whose parts have 16 MB each. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

export async function hasFreeSpace(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** The configured bucket, or a folder of the data directory. The S3 library loads only on demand. */
export async function chooseStorage({ s3 }: Pick<Config, "s3">, mediaDirectory: string): Promise<StoragePort> {
  if (s3) return (await import("../adapters/storage/s3-storage.ts")).s3Storage(s3);
  await mkdir(mediaDirectory, { recursive: true });
  await clearOldDrafts(mediaDirectory);
  return diskStorage(mediaDirectory);
}

/** Uses the embedded database of a running server if there is one. */
async function openCommandStores(config: Config): Promise<Stores> {
  const directory = await locateDataDirectory({ root: projectRoot, dataDir: config.dataDir });
  const running = config.databaseUrl ? null : await findRunningPostgres(join(directory, "postgres"));
  if (!running) return openStores(config, () => undefined);
  return storesElsewhere(directory, { databaseUrl: running.applicationUrl, ownerUrl: running.ownerUrl });
}

/** A migrated database for a one-off command, without jobs and demo data. */
export async function openCommandDatabase(config: Config): Promise<Database & { ownerUrl: string }> {
  const stores = await openCommandStores(config);
  try {
    await setUpDatabase(stores);
    const database = openDatabase({ url: stores.databaseUrl, poolSize: 1, onIdleError: () => undefined });
    return {
      db: database.db,
      ownerUrl: stores.ownerUrl,
      close: async () => {
        await database.close();
        await stores.close();
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** All prefixes the product stores files under; a bucket may contain other files. */
const FILE_PREFIXES = ["demo", "photos", "menus", PRIVATE_FOLDER];

/** Demo mode only: no single command may erase production data. */
export async function eraseStores(config: Config): Promise<void> {
  if (config.isProduction || !config.isDemo) throw new Error("reset erases all data, so it works in demo mode only.");
  const { path, release } = await openDataDirectory({ root: projectRoot, dataDir: config.dataDir });
  try {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    if (ownerUrl) await dropEverything(ownerUrl, config.databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL");
    else await rm(join(path, "postgres"), { recursive: true, force: true });
    const storage = await chooseStorage(config, join(path, "media"));
    for (const prefix of FILE_PREFIXES) await storage.removeAll(prefix);
  } finally {
    release();
  }
}
