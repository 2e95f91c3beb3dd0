import { openStores } from "./composition/stores.ts";
import { readConfig } from "./platform/config.ts";
import { explainAndExit, stopGracefully } from "./platform/process.ts";

const GRACE_MS = 15_000;

/** The database of `npm run dev`, which keeps running while the server restarts. */
async function serveDatabase(): Promise<void> {
  const stores = await openStores(readConfig(process.env), () => undefined);
  const end = stopGracefully({ graceMs: GRACE_MS, stop: () => stores.close() });
  stores.lost.catch((error: unknown) => end({ error }));
  process.send?.({ DATABASE_URL: stores.databaseUrl, DATABASE_OWNER_URL: stores.ownerUrl });
}

serveDatabase().catch(explainAndExit);
