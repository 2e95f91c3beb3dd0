import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { projectRoot } from "../platform/config/project-root.ts";
import { locateDataDirectory, openDataDirectory } from "../platform/data-directory.ts";
import { startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";
import type { DatabaseUrls } from "../platform/db/migrate.ts";

export type Stores = DatabaseUrls & {
  directory: string;
  lost: Promise<void>;
  close(): Promise<void>;
};

/**
 * Where data live: the database that DATABASE_URL names, or our own in the data directory, which then belongs to this
 * process alone. With a database elsewhere, any number of processes may share the directory.
 */
export async function openStores(config: Config, log: (message: string) => void): Promise<Stores> {
  const where = { root: projectRoot, dataDir: config.dataDir };
  if (config.databaseUrl) {
    return {
      directory: await locateDataDirectory(where),
      databaseUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
      lost: new Promise(() => undefined),
      close: async () => undefined,
    };
  }
  const directory = await openDataDirectory(where);
  try {
    const server = await startEmbeddedPostgres({ directory: join(directory.path, "postgres"), durable: true, log });
    return {
      directory: directory.path,
      databaseUrl: server.applicationUrl,
      ownerUrl: server.ownerUrl,
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
