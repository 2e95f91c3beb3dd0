import type { Config } from "../platform/config/config.ts";
import { type Database, openDatabase } from "../platform/db/db.ts";
import { setUpDatabase } from "../platform/db/migrate.ts";
import { openStores } from "./stores.ts";

/** The database for a command that does one thing and ends: migrated, without jobs and without demo data. */
export async function openCommandDatabase(config: Config): Promise<Database & { ownerUrl: string }> {
  const stores = await openStores(config, () => undefined);
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
