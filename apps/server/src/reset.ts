import { eraseStores } from "./composition/erase-stores.ts";
import { openParts } from "./composition/parts.ts";
import { readConfig } from "./platform/config/config.ts";
import { explainAndExit } from "./platform/errors/explain-and-exit.ts";
import { createLogger } from "./platform/logging/logger.ts";

async function reset(): Promise<void> {
  const config = readConfig(process.env);
  await eraseStores(config);
  const parts = await openParts(config, createLogger("warn"));
  await parts.close();
  process.stdout.write("The demo data are new. Start with npm start.\n");
}

reset().catch(explainAndExit);
