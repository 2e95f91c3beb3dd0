import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Logger } from "pino";
import { copyDemoPhotos, seedDemo } from "../demo/seed.ts";
import type { Config } from "../platform/config/config.ts";
import { openDatabase } from "../platform/db/db.ts";
import { startListener } from "../platform/db/listener.ts";
import { applyMigrations, withSetupLock } from "../platform/db/migrate.ts";
import { QUEUE_POOL_SIZE, startJobRunner } from "../platform/jobs/job-runner.ts";
import { createEventHub } from "../platform/realtime/event-hub.ts";
import { chooseIdentity } from "./identity.ts";
import { jobHandlers } from "./job-handlers.ts";
import { chooseMessengers } from "./messengers.ts";
import { openStores } from "./stores.ts";

/** Everything the server or the worker stands on, ready to use. What was opened last is closed first. */
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

    const open = (poolSize: number) =>
      openDatabase({
        url: stores.databaseUrl,
        poolSize,
        onIdleError: (error) => logger.warn({ err: error }, "A database connection broke"),
      });
    const database = open(config.databasePoolSize);
    const queueDatabase = open(QUEUE_POOL_SIZE);
    const { db } = database;
    const hub = createEventHub(db);
    const messengers = chooseMessengers(config, db);
    const worker = startJobRunner({
      db,
      queueDb: queueDatabase.db,
      handlers: jobHandlers({ db, ...messengers }),
      concurrency: config.jobConcurrency,
      leaseMs: config.jobLeaseMs,
      log: logger,
    });
    const listener = startListener({
      url: stores.databaseUrl,
      channels: ["nexby_jobs", "nexby_events"],
      onMessage: (channel, payload) => (channel === "nexby_jobs" ? worker.wake() : hub.wake(payload)),
      onConnected: () => {
        worker.wake();
        hub.wakeAll();
      },
    });
    return {
      db,
      hub,
      worker,
      mailbox: messengers.mailbox,
      ...chooseIdentity(config, db, (error) => logger.error({ err: error }, "The demo's identity provider failed")),
      mediaDirectory,
      /** Settles only when the embedded database server cannot be kept running. */
      lost: stores.lost,
      close: async () => {
        await listener.stop();
        await worker.stop();
        messengers.close();
        await Promise.all([database.close(), queueDatabase.close()]);
        await stores.close();
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
