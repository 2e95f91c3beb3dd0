import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { listItems } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { call } from "./testing/call.ts";
import { type ServerProcess, until, untilNoProcessWorksIn } from "./testing/server-process.ts";
import { stop, useServers } from "./testing/started-servers.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { directory, start } = useServers();

async function itemIds(server: ServerProcess): Promise<string[]> {
  const { body } = await call(server.origin, listItems, { query: { limit: "100" } });
  return body.map((item) => item.id);
}

/** Closed after the servers of the test have stopped. */
async function newDatabase(content: Parameters<typeof createTestDatabase>[0] = {}) {
  const database = await createTestDatabase(content);
  onTestFinished(database.close);
  return database;
}

test("two processes starting concurrently on an empty database serve one demo and print its address and accounts", async () => {
  const database = await newDatabase({ isEmpty: true });
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
});

test("wrong production settings stop the start with one message that names them all, before there is a database or a process", async () => {
  const wrong = { NODE_ENV: "production", DEMO: "true", PORT: "none", LOG_LEVEL: "loud", PUBLIC_URL: "rent.example" };
  const server = await start(wrong);
  expect(await server.ended).toBe(1);
  const [, headline, ...lines] = server.output().split("\n");
  expect(headline).toBe("Nexby cannot start with these settings:");
  expect(lines.slice(-2)).toEqual([".env.example explains each one.", ""]);
  const names = lines.slice(0, -2).map((line) => /^ {2}([A-Z_]+) must /.exec(line)?.[1] ?? line);
  expect(names.toSorted()).toEqual(["APP_SECRET", "DEMO", "LOG_LEVEL", "PORT", "PUBLIC_URL", "STRIPE_SECRET_KEY"]);
  await untilNoProcessWorksIn(directory());
  expect(await readdir(directory())).toEqual([]);
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
  onTestFinished(() => void server.close());
  return server;
}

test("production starts without demo data, warns about what is missing, and rejects the keys of another account", async () => {
  const database = await newDatabase();
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
  const server = await start(settings);
  await server.ready();
  expect(await itemIds(server)).toEqual([]);
  expect(server.output()).not.toContain("nexby.example");
  for (const name of ["SMTP_URL", "TWILIO_ACCOUNT_SID"]) expect(server.output()).toContain(`${name} is not set`);
  await until(() => server.output().includes("Stripe is rejecting our requests"));
  expect(await stop(server)).toBe(0);

  const other = await start({ ...settings, STRIPE_SECRET_KEY: "rk_test_second" });
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain(
    "Nexby could not start: this database belongs to the Stripe account acct_first, but STRIPE_SECRET_KEY belongs to acct_second.",
  );
});
