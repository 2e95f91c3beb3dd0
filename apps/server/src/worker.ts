import { openParts } from "./composition/parts.ts";
import { readConfig } from "./platform/config.ts";
import { createLogger } from "./platform/logging.ts";
import { explainAndExit, stopGracefully } from "./platform/process.ts";

const GRACE_MS = 15_000;

/** Runs jobs without a web server, in production with an external DATABASE_URL. */
async function work(): Promise<void> {
  const config = readConfig(process.env);
  if (!config.databaseUrl) throw new Error("A separate worker needs DATABASE_URL; npm start includes one.");
  const logger = createLogger(config.logLevel);
  const parts = await openParts(config, logger);
  stopGracefully({
    graceMs: GRACE_MS,
    stop: async (reason) => {
      if ("error" in reason) logger.fatal({ err: reason.error }, "Stopping after an error");
      await parts.close();
    },
  });
  logger.info("Working");
}

work().catch(explainAndExit);
