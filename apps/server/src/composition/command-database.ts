import type { Config } from "../platform/config/config.ts";
import { type Database, openDatabase } from "../platform/db/db.ts";
import { applyMigrations, withSetupLock } from "../platform/db/migrate.ts";
import { openStores } from "./stores.ts";

/** The database for a command that does one thing and ends: migrated, without jobs and without demo data. */
export async function openCommandDatabase(config: Config): Promise<Database & { url: string }> {
  const stores = await openStores(config, () => undefined);
  try {
    await withSetupLock(stores.databaseUrl, applyMigrations);
    const database = openDatabase({ url: stores.databaseUrl, poolSize: 1, onIdleError: () => undefined });
    return {
      db: database.db,
      url: stores.databaseUrl,
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
