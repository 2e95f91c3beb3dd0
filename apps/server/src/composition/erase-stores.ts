import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { projectRoot } from "../platform/config/project-root.ts";
import { openDataDirectory } from "../platform/data-directory.ts";
import { dropEverything } from "../platform/db/migrate.ts";
import { chooseStorage } from "./storage.ts";

/** Everything the product keeps as files; a bucket may hold other things besides. */
const STORED = ["demo", "photos", "menus"];

/** Removes all data of a demo. Anything else is too dear for one command. */
export async function eraseStores(config: Config): Promise<void> {
  if (config.isProduction || !config.isDemo) throw new Error("reset erases all data, so it works in demo mode only.");
  const { path, release } = await openDataDirectory({ root: projectRoot, dataDir: config.dataDir });
  try {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    if (ownerUrl) await dropEverything(ownerUrl);
    else await rm(join(path, "postgres"), { recursive: true, force: true });
    const storage = await chooseStorage(config, join(path, "media"));
    for (const folder of STORED) await storage.removeAll(folder);
  } finally {
    release();
  }
}
