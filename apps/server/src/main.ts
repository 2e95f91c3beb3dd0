import type { CardEntry } from "./adapters/payments/payments.port.ts";
import { buildApp } from "./app.ts";
import { openParts } from "./composition/parts.ts";
import { DEMO_CARDS } from "./demo/catalogue.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "./demo/people.ts";
import { authenticateBySession } from "./features/accounts/sessions.ts";
import { sessionCookie } from "./platform/auth.ts";
import { type Config, readConfig } from "./platform/config.ts";
import { ADDRESS_LIMITS } from "./platform/http/address-turns.ts";
import { configuredSiteUrl, listeningUrl, siteUrl } from "./platform/http/plain-page.ts";
import { TIME_LIMITS } from "./platform/http/time-limits.ts";
import { createLogger } from "./platform/logging.ts";
import { assertCanListen, explainAndExit, stopGracefully } from "./platform/process.ts";

const GRACE_MS = 15_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  await assertCanListen(config);
  const parts = await openParts(config, logger);
  const isHttps = config.publicUrl?.startsWith("https:") ?? false;
  const cookie = sessionCookie(isHttps);
  const app = await buildApp({
    ...parts,
    ...config,
    sessionCookie: cookie,
    authenticate: authenticateBySession(parts.db, cookie),
    siteUrl: siteUrl(config),
    logger,
    isHttps,
    timeLimits: TIME_LIMITS,
    addressLimits: ADDRESS_LIMITS,
  });

  const end = stopGracefully({
    graceMs: GRACE_MS,
    stop: async (reason) => {
      if ("error" in reason) logger.fatal({ err: reason.error }, "Stopping after an error");
      else logger.info({ signal: reason.signal }, "Stopping");
      await app.close();
      await parts.close();
    },
  });
  parts.lost.catch((error: unknown) => end({ error }));

  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    await parts.close();
    throw error;
  }
  const bound = app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : config.port;
  parts.setOrigin(listeningUrl(config.host, port));
  process.stdout.write(welcome(config, port, parts.cardEntry));
}

function welcome(config: Config, port: number, { kind }: CardEntry): string {
  const address = configuredSiteUrl({ ...config, port });
  const people = DEMO_PEOPLE.map(
    ({ email, firstName, lastName, about }) => `  ${email.padEnd(20)} ${firstName} ${lastName}, ${about}\n`,
  );
  const cards = DEMO_CARDS.map(({ number, about }) => `  ${number}  ${about}\n`);
  return `
Nexby is ready: ${address}
API docs: ${address}/api/docs
${
  config.isDemo
    ? `\nDemo accounts, all with the password ${DEMO_PASSWORD}:\n${people.join("")}
A new account can book once it has verified its email and phone: the demo approves it at once.
Its codes arrive at ${address}/dev/mail\n`
    : ""
}${kind === "sandbox" ? `\nTest cards, with any future date and any code (no money moves):\n${cards.join("")}` : ""}
Stop with Ctrl-C.
`;
}

main().catch(explainAndExit);
