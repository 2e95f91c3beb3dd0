import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Logger } from "pino";
import { copyDemoPhotos, seedDemo } from "../demo/seed.ts";
import { sweepExpiredHolds } from "../features/bookings/public.ts";
import type { Config } from "../platform/config/config.ts";
import { openDatabase } from "../platform/db/db.ts";
import { applyMigrations, withSetupLock } from "../platform/db/migrate.ts";
import { startWorker } from "../platform/worker/worker.ts";
import { openStores } from "./stores.ts";

const SWEEP_EVERY_MS = 60_000;

/** Everything the server stands on, ready to use. What was opened last is closed first. */
export async function openParts(config: Config, logger: Logger) {
  const stores = await openStores(config, (message) => logger.info(message));
  try {
    const mediaDirectory = join(stores.directory, "media");
    await mkdir(mediaDirectory, { recursive: true });
    await withSetupLock(stores.databaseUrl, async (client) => {
      await applyMigrations(client);
      if (config.isDemo && (await seedDemo(drizzle({ client, casing: "snake_case" }), config.secret))) {
        logger.info("Demo data created");
      }
      if (config.isDemo) await copyDemoPhotos(mediaDirectory);
    });

    const database = openDatabase({
      url: stores.databaseUrl,
      poolSize: config.databasePoolSize,
      onIdleError: (error) => logger.warn({ err: error }, "A database connection broke"),
    });
    const { db } = database;
    const worker = startWorker(
      [{ name: "sweep-expired-holds", everyMs: SWEEP_EVERY_MS, run: () => sweepExpiredHolds(db) }],
      (error, task) => logger.error({ err: error, task }, "A recurring task failed"),
    );
    return {
      db,
      worker,
      mediaDirectory,
      /** Settles only when the embedded database server cannot be kept running. */
      lost: stores.lost,
      close: async () => {
        await worker.stop();
        await database.close();
        await stores.close();
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
