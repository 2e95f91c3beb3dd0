import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { listItems } from "@nexby/contract/listings/items";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { call } from "./testing/call.ts";
import {
  processesWorkingIn,
  type ServerProcess,
  serverCommand,
  startServerProcess,
  until,
} from "./testing/server-process.ts";
import { createTestDatabase } from "./testing/test-database.ts";

let directory: string;
const started: ServerProcess[] = [];

async function start(
  env: Record<string, string> = {},
  command?: readonly [string, ...string[]],
): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { DATA_DIR: directory, ...env }, ...(command && { command }) });
  started.push(server);
  return server;
}

/** Log lines of level warn and above, from the moment the server was told to stop. */
const complaintsAtStop = (server: ServerProcess) =>
  server
    .output()
    .replace(/^.*"msg":"Stopping"/s, "")
    .split("\n")
    .filter((line) => /"level":[456]0/.test(line));

async function itemIds(server: ServerProcess): Promise<string[]> {
  const { body } = await call(server.origin, listItems, { query: { limit: "100" } });
  return body.map((item) => item.id);
}

beforeEach(async () => {
  directory = await makeClusterDirectory("server");
});

afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill("SIGTERM");
    await server.ended;
  }
  await until(() => processesWorkingIn(directory).length === 0);
  await rm(directory, { recursive: true, force: true });
});

/** Leaves a data directory whose database has the history of another version. */
async function createIncompatibleDatabase(): Promise<void> {
  const stored = { directory: join(directory, "postgres"), durable: false, log: () => undefined };
  const { ownerUrl, stop: stopDatabase } = await startEmbeddedPostgres(stored);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations as select 1 as id, 'of another version' as hash, 1 as created_at`);
  await client.end();
  await stopDatabase();
}

test("rejects a data directory of an incompatible version with one sentence naming reset, which replaces it by the demo; its data survive kill -9, a rejected second start, commands and a stop", async () => {
  await createIncompatibleDatabase();
  const failed = await start({ LOG_LEVEL: "silent" });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toBe(
    "\nNexby could not start: the database was created by an incompatible version of Nexby; " +
      "run npm run reset to erase it and start over.\n",
  );
  const reset = await start({}, serverCommand("reset"));
  expect([await reset.ended, reset.output()]).toEqual([0, expect.stringContaining("Start with npm start")]);
  expect(processesWorkingIn(directory)).toEqual([]);

  const killed = await start();
  await killed.ready();
  const items = await itemIds(killed);
  expect(items).toHaveLength(DEMO_ITEMS.length);
  killed.child.kill("SIGKILL");
  expect(await killed.ended).toBe("SIGKILL");
  await until(() => processesWorkingIn(directory).length === 0);

  const server = await start();
  await server.ready();
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Nexby is already running (process ${server.pid})`);
  expect(await itemIds(server)).toEqual(items);
  const reconcile = await start({}, serverCommand("reconcile"));
  expect([await reconcile.ended, reconcile.output()]).toEqual([0, expect.stringContaining("Differences: 0 open")]);
  const grant = await start({}, serverCommand("admin", "grant", "omar@nexby.example"));
  expect([await grant.ended, grant.output()]).toEqual([0, "omar@nexby.example is now an admin.\n"]);

  // Ctrl-C, which npm repeats.
  server.child.kill("SIGINT");
  server.child.kill("SIGINT");
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain('"msg":"Stopping"');
  expect(complaintsAtStop(server)).toEqual([]);
  expect(processesWorkingIn(directory)).toEqual([]);

  // Without a running server, a command starts and stops the database itself.
  const revoke = await start({}, serverCommand("admin", "revoke", "omar@nexby.example"));
  expect([await revoke.ended, revoke.output()]).toEqual([0, expect.stringContaining("is no longer an admin")]);
  expect(processesWorkingIn(directory)).toEqual([]);
});

test("two processes starting concurrently on an empty database serve one demo and print its address and accounts", async () => {
  const database = await createTestDatabase({ isEmpty: true });
  try {
    const servers = await Promise.all([start({ ...database.env, HOST: "0.0.0.0" }), start(database.env)]);
    await Promise.all(servers.map((server) => server.ready()));
    const [first, second] = await Promise.all(servers.map(itemIds));
    expect(second).toEqual(first);
    const { rows } = await database.db.execute(sql`select count(*)::int as count from items`);
    expect(rows).toEqual([{ count: DEMO_ITEMS.length }]);
    for (const server of servers) {
      expect(server.output()).toContain(`Nexby is ready: ${server.origin}\n`);
      expect(server.output()).toContain("maya@nexby.example");
    }
  } finally {
    await Promise.all(started.splice(0).map(stop));
    await database.close();
  }
});

/** Like Stripe with restricted keys: names the key's account and refuses everything else. */
async function startRestrictedStripe(): Promise<Server> {
  const error = { type: "invalid_request_error", message: "The provided key does not have the required permissions" };
  const server = createServer(({ url, headers }, response) => {
    const isAccount = url === "/v1/account";
    const body = isAccount ? { id: `acct_${headers.authorization?.replace(/.*_/, "")}`, object: "account" } : { error };
    response.writeHead(isAccount ? 200 : 403, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

test("production starts without demo data, warns about what is missing, and rejects the keys of another account", async () => {
  const database = await createTestDatabase();
  const stripe = await startRestrictedStripe();
  const settings = {
    ...database.env,
    NODE_ENV: "production",
    PUBLIC_URL: "https://rent.example",
    APP_SECRET: "0123456789abcdef0123456789abcdef",
    STRIPE_SECRET_KEY: "rk_test_first",
    STRIPE_PUBLISHABLE_KEY: "pk_test_first",
    STRIPE_WEBHOOK_SECRET: "whsec_first",
    STRIPE_API_BASE: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  };
  try {
    const server = await start(settings);
    await server.ready();
    expect(await itemIds(server)).toEqual([]);
    expect(server.output()).not.toContain("nexby.example");
    for (const name of ["SMTP_URL", "TWILIO_ACCOUNT_SID"]) expect(server.output()).toContain(`${name} is not set`);
    await until(() => server.output().includes("Stripe is rejecting our requests"));
    await stop(server);
    expect(await server.ended).toBe(0);

    const other = await start({ ...settings, STRIPE_SECRET_KEY: "rk_test_second" });
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain(
      "Nexby could not start: this database belongs to the Stripe account acct_first, but STRIPE_SECRET_KEY belongs to acct_second.",
    );
  } finally {
    await Promise.all(started.splice(0).map(stop));
    stripe.close();
    await database.close();
  }
});

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill("SIGTERM");
  await server.ended;
}
