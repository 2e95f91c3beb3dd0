import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { listItems } from "@nexby/contract/listings/items";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { copyCluster, makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { applyMigrations } from "./platform/db/migrate.ts";
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

/** A data directory left by a first start. */
let demo: string | undefined;

/** Saves a test the first start. */
async function copyDemo(): Promise<void> {
  if (!demo) {
    const first = await start();
    await first.ready();
    await saveDemo(first);
  } else await copyCluster(demo, directory);
}

/** Stops a server and saves its data for `copyDemo`. */
async function saveDemo(server: ServerProcess): Promise<void> {
  await stop(server);
  demo = await makeClusterDirectory("demo");
  await copyCluster(directory, demo);
}

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

afterAll(() => demo && rm(demo, { recursive: true, force: true }));

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

test("the first start creates the demo, whose data survive a stop, kill -9 and a rejected second start", async () => {
  const first = await start();
  await first.ready();
  const items = await itemIds(first);
  expect(items).toHaveLength(DEMO_ITEMS.length);
  expect(first.output()).toContain(first.origin);
  expect(first.output()).toContain("maya@nexby.example");
  await saveDemo(first);
  expect(await first.ended).toBe(0);
  expect(complaintsAtStop(first)).toEqual([]);
  expect(processesWorkingIn(directory)).toEqual([]);

  const killed = await start();
  await killed.ready();
  expect(await itemIds(killed)).toEqual(items);
  killed.child.kill("SIGKILL");
  expect(await killed.ended).toBe("SIGKILL");
  await until(() => processesWorkingIn(directory).length === 0);

  const third = await start();
  await third.ready();
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Nexby is already running (process ${third.pid})`);
  expect(await itemIds(third)).toEqual(items);
  const reconcile = await start({}, serverCommand("reconcile"));
  expect([await reconcile.ended, reconcile.output()]).toEqual([0, expect.stringContaining("Differences: 0 open")]);

  // Ctrl-C, which npm repeats.
  third.child.kill("SIGINT");
  third.child.kill("SIGINT");
  expect(await third.ended).toBe(0);
  expect(third.output()).toContain('"msg":"Stopping"');
  expect(complaintsAtStop(third)).toEqual([]);
  expect(processesWorkingIn(directory)).toEqual([]);
});

test("the server and its database stop after kill -9 of npm", async () => {
  await copyDemo();
  const npm = await start({}, ["npm", "start"]);
  await npm.ready();
  npm.child.kill("SIGKILL");
  await until(() => processesWorkingIn(directory).length === 0);
  await until(async () =>
    fetch(npm.origin).then(
      () => false,
      () => true,
    ),
  );
});

test("two processes starting concurrently on an empty database serve one demo, and a third reports that its port is in use", async () => {
  const database = await createTestDatabase({ isEmpty: true });
  try {
    const servers = await Promise.all([start({ ...database.env, HOST: "0.0.0.0" }), start(database.env)]);
    await Promise.all(servers.map((server) => server.ready()));
    const [first, second] = await Promise.all(servers.map(itemIds));
    expect(second).toEqual(first);
    const { rows } = await database.db.execute(sql`select count(*)::int as count from items`);
    expect(rows).toEqual([{ count: DEMO_ITEMS.length }]);

    // On one interface, while the first server listens on all.
    expect(servers[0].output()).toContain(`Nexby is ready: ${servers[0].origin}\n`);
    const third = await start({ ...database.env, PORT: new URL(servers[0].origin).port });
    expect(await third.ended).toBe(1);
    expect(third.output()).toBe(
      "\nNexby could not start: the port is in use by another program. Set PORT to a free one, for example PORT=3001.\n",
    );
  } finally {
    await Promise.all(started.splice(0).map(stop));
    await database.close();
  }
});

/** Runs as the owner of the stored database while no server uses it. */
async function withStoredDatabase<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const stored = { directory: join(directory, "postgres"), durable: false, log: () => undefined };
  const { ownerUrl, stop: stopDatabase } = await startEmbeddedPostgres(stored);
  try {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    return await work(client).finally(() => client.end());
  } finally {
    await stopDatabase();
  }
}

test("rejects a data directory of an incompatible version with one sentence naming reset, which replaces it", async () => {
  await copyDemo();
  await withStoredDatabase((owner) =>
    owner.query("update drizzle.__drizzle_migrations set hash = 'of another version'"),
  );
  const failed = await start({ LOG_LEVEL: "silent" });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toBe(
    "\nNexby could not start: the database was created by an incompatible version of Nexby; " +
      "run npm run reset to erase it and start over.\n",
  );

  const reset = await start({}, serverCommand("reset"));
  expect([await reset.ended, reset.output()]).toEqual([0, expect.stringContaining("Start with npm start")]);
  await withStoredDatabase(async (owner) => {
    await expect(applyMigrations(owner)).resolves.toBeUndefined();
    const { rows } = await owner.query("select count(*)::int as count from items");
    expect(rows).toEqual([{ count: DEMO_ITEMS.length }]);
  });
});

test("rejects a database of a newer version with one sentence saying to update", async () => {
  const database = await createTestDatabase();
  try {
    await database.owner.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of newer code', max(created_at) + 1 from drizzle.__drizzle_migrations`);
    const failed = await start({ ...database.env, LOG_LEVEL: "silent" });
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toBe(
      "\nNexby could not start: the database was upgraded by a newer version of Nexby; " +
        "update the code and start again.\n",
    );
  } finally {
    await database.close();
  }
});

test("rejects a DATA_DIR that is a file and a database that cannot be reached with one sentence each", async () => {
  const file = join(directory, "file");
  await writeFile(file, "");
  const unreachable = { DATABASE_URL: "postgres://nexby:hunter2@127.0.0.1:1/nexby" };
  const servers = [await start({ DATA_DIR: file }), await start(unreachable)];
  for (const server of servers) expect(await server.ended).toBe(1);
  expect(servers.map((server) => server.output())).toEqual([
    `\nNexby could not start: ${file} is a file or lies below one. Set DATA_DIR to a folder.\n`,
    "\nNexby could not start: the database at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). " +
      "Check that it is running and that DATABASE_URL is right.\n",
  ]);
});

test("production rejects demo mode, the demo's secret and invalid settings in one message before doing anything", async () => {
  const server = await start({ NODE_ENV: "production", DEMO: "true", PORT: "none", LOG_LEVEL: "loud" });
  expect(await server.ended).toBe(1);
  for (const name of ["DEMO", "PUBLIC_URL", "APP_SECRET", "PORT", "LOG_LEVEL"])
    expect(server.output()).toContain(`${name} must`);
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
