import { openParts } from "./composition/parts.ts";
import { eraseStores } from "./composition/stores.ts";
import { readConfig } from "./platform/config.ts";
import { createLogger } from "./platform/logging.ts";
import { explainAndExit } from "./platform/process.ts";

async function reset(): Promise<void> {
  const config = readConfig(process.env);
  await eraseStores(config);
  const parts = await openParts(config, createLogger("warn"));
  await parts.close();
  process.stdout.write("The demo data is reset. Start with npm start.\n");
}

reset().catch(explainAndExit);
