import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
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

/** Two processes of the product on one database, behind one address; the tests write to the database themselves. */
test.beforeEach(async () => {
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

test.afterEach(async () => {
  await database.end();
  await proxy.close();
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.stop();
  rmSync(workspace, { recursive: true, force: true });
});

const tell = (n: number) =>
  database.query("insert into realtime_events (audience, type, data) values ($1, 'availability_changed', $2)", [
    `item:${itemId}`,
    { n },
  ]);

const setRate = async (cents: number) => {
  await database.query("update items set daily_rate_cents = $1 where id = $2", [cents, itemId]);
  await tell(cents);
};

test.use({ expectedProblems: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|ERR_EMPTY_RESPONSE/ });

test("an open listing shows what changes, also after the process it was connected to is killed", async ({ page }) => {
  await page.goto(`${proxy.address}/listings/${itemId}`);
  const rate = page.getByText("/ day").locator("..").first();
  await expect(rate).toContainText("$18");
  await setRate(7700);
  await expect(rate).toContainText("$77");

  servers[0]?.kill();
  await setRate(8800);
  await expect(rate).toContainText("$88", { timeout: 15_000 });
});

test("a browser has every event once and in order, over the kill of the process it listens to", async ({ page }) => {
  await page.goto(`${proxy.address}/credits`);
  await page.evaluate((topic) => {
    const heard: number[] = [];
    const source = new EventSource(`/api/events?topics=${topic}`);
    source.addEventListener("availability_changed", (event) => heard.push(JSON.parse(event.data).n));
    Object.assign(window, { heard });
    return new Promise((resolve) => source.addEventListener("welcome", resolve));
  }, `item:${itemId}`);
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);

  for (let n = 1; n <= 10; n += 1) await tell(n);
  await expect.poll(async () => (await heard()).length).toBeGreaterThan(4);
  for (let n = 11; n <= 20; n += 1) await tell(n);
  servers[0]?.kill();
  for (let n = 21; n <= 40; n += 1) await tell(n);

  await expect.poll(async () => (await heard()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(40);
  expect(await heard()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});
