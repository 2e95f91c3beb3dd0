#!/usr/bin/env node
import { parseArgs } from "node:util";
import { type CardSandbox, SANDBOX_PUBLISHABLE_KEY, SANDBOX_SECRET_KEY, startCardSandbox } from "./card-sandbox.ts";
import { coverageTable } from "./pages/coverage.ts";

const DEFAULT_PORT = 12111;
const WEBHOOK_SECRET = "whsec_card_sandbox";

const USAGE = `card-sandbox: a Stripe-compatible server for tests. No real money, no real cards.

  --port <number>            ${DEFAULT_PORT} unless given; 0 takes any free port
  --host <address>           127.0.0.1 unless given
  --database-url <url>       keeps everything in PostgreSQL instead of in memory
  --webhook-url <url>        gets all events, next to the webhook endpoints created by API
  --webhook-secret <secret>  signs them; ${WEBHOOK_SECRET} unless given
  --secret-key <key>         ${SANDBOX_SECRET_KEY} unless given
  --publishable-key <key>    ${SANDBOX_PUBLISHABLE_KEY} unless given
  --disorder                 delivers some webhooks twice or out of order, as can happen at Stripe
  --coverage                 prints what the sandbox covers, as Markdown
  --help
`;

const tell = (message: string): void => void process.stderr.write(`${message}\n`);

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

/** A mistake of the caller, told without a stack. */
class UsageError extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: text,
        host: text,
        "database-url": text,
        "webhook-url": text,
        "webhook-secret": text,
        "secret-key": text,
        "publishable-key": text,
        disorder: flag,
        coverage: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPort(given: string | undefined): number {
  if (given === undefined) return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(given) && Number(given) < 65_536) return Number(given);
  throw new UsageError("--port must be a number from 0 to 65535.");
}

function readUrl(name: string, given: string | undefined, protocols: readonly string[]): string | undefined {
  if (given === undefined) return undefined;
  if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
  throw new UsageError(`--${name} must be a URL that starts with ${protocols.map((one) => `${one}//`).join(" or ")}.`);
}

async function start(given: ReturnType<typeof readOptions>): Promise<CardSandbox> {
  const webhookUrl = readUrl("webhook-url", given["webhook-url"], ["http:", "https:"]);
  const databaseUrl = readUrl("database-url", given["database-url"], ["postgres:", "postgresql:"]);
  const secretKey = given["secret-key"] ?? SANDBOX_SECRET_KEY;
  const sandbox = await startCardSandbox({
    databaseUrl,
    port: readPort(given.port),
    hasPage: true,
    secretKey,
    publishableKey: given["publishable-key"] ?? SANDBOX_PUBLISHABLE_KEY,
    ...(given.host !== undefined && { host: given.host }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    webhookSecret: given["webhook-secret"] ?? WEBHOOK_SECRET,
    ...(!given.disorder && { delivery: { doubles: 0, isShuffled: false } }),
    onError: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  process.stdout.write(`Card sandbox: ${sandbox.origin}
  Secret key        ${secretKey}
  Publishable key   ${given["publishable-key"] ?? SANDBOX_PUBLISHABLE_KEY}
  Storage           ${databaseUrl === undefined ? "in memory" : "PostgreSQL, schema card_sandbox"}
  Webhooks          ${webhookUrl ?? "only to endpoints created through the API"}
  Page              ${sandbox.origin}/

new Stripe("${secretKey}", { host: "127.0.0.1", port: ${sandbox.port}, protocol: "http" })
`);
  return sandbox;
}

async function main(): Promise<void> {
  const given = readOptions();
  if (given.help) return void process.stdout.write(USAGE);
  if (given.coverage) return void process.stdout.write(coverageTable());
  const sandbox = await start(given);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    tell(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
  const isBusy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const message = error instanceof Error ? error.message : String(error);
  tell(isBusy ? "The port is in use. Choose another one with --port." : message);
  process.exit(1);
});
