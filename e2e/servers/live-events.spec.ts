import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import pg from "pg";
import { type RunningServer, startServer } from "../setup/start-server.ts";
import { expect, test } from "../support/test.ts";
import { type FailOverProxy, startFailOverProxy } from "./fail-over-proxy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let workspace: string;
let postgres: EmbeddedPostgres;
let servers: RunningServer[];
let proxy: FailOverProxy;
let database: pg.Client;
let itemId: string;

/** Two processes of the product on one database, behind one address; the test writes to the database directly. */
test.beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-servers-"));
  chmodSync(workspace, 0o711);
  postgres = await startEmbeddedPostgres({ directory: join(workspace, "postgres"), durable: false, log: () => {} });
  const env = { DATABASE_URL: postgres.applicationUrl, DATABASE_OWNER_URL: postgres.ownerUrl };
  servers = await Promise.all([1, 2].map(() => startServer(root, workspace, env)));
  proxy = await startFailOverProxy(servers.map(({ address }) => address));
  database = new pg.Client({ connectionString: postgres.ownerUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string }>("select id from items order by created_at desc limit 1");
  itemId = rows[0]?.id ?? "";
});

test.afterAll(async () => {
  await database.end();
  await proxy.close();
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.stop();
  rmSync(workspace, { recursive: true, force: true });
});

const emitEvent = (n: number) =>
  database.query("insert into realtime_events (audience, type, data) values ($1, 'availability_changed', $2)", [
    `item:${itemId}`,
    { n },
  ]);

const setRate = async (cents: number) => {
  await database.query("update items set daily_rate_cents = $1 where id = $2", [cents, itemId]);
  await emitEvent(cents);
};

test.use({ expectedProblems: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|ERR_EMPTY_RESPONSE/ });

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("an open listing and a listener miss no event, even when the process they are connected to is killed", async ({
  page,
}) => {
  await page.goto(`${proxy.address}/listings/${itemId}`);
  const rate = page.getByText("/ day").locator("..").first();
  await expect(rate).toContainText("$18");
  await page.evaluate((topic) => {
    const received: number[] = [];
    const source = new EventSource(`/api/events?topics=${topic}`);
    source.addEventListener("availability_changed", (event) => received.push(JSON.parse(event.data).n));
    Object.assign(window, { received });
    return new Promise((resolve) => source.addEventListener("welcome", resolve));
  }, `item:${itemId}`);
  const received = () => page.evaluate(() => (window as unknown as { received: number[] }).received);

  for (const n of numbers(1, 10)) await emitEvent(n);
  await setRate(7700);
  await expect(rate).toContainText("$77");
  await expect.poll(received).toContain(7700);
  for (const n of numbers(11, 20)) await emitEvent(n);
  await servers[0]?.kill();
  for (const n of numbers(21, 40)) await emitEvent(n);
  await setRate(8800);

  await expect(rate).toContainText("$88");
  await expect.poll(received).toContain(8800);
  expect(await received(), "each event once and in order").toEqual([...numbers(1, 10), 7700, ...numbers(11, 40), 8800]);
});
