import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { listItems } from "@nexby/contract/listings/items";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { copyFolder, makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { call } from "./testing/call.ts";
import {
  type ServerProcess,
  serverCommand,
  startServerProcess,
  untilNoProcessWorksIn,
} from "./testing/server-process.ts";
import { useServers } from "./testing/started-servers.ts";

const { directory, start, run } = useServers();

/** A data directory with the demo, which takes longer to create than a test with a copy of it. */
let demo = "";
beforeAll(async () => {
  demo = await makeClusterDirectory("demo");
  const reset = await startServerProcess({ env: { DATA_DIR: demo }, command: serverCommand("reset") });
  expect([await reset.ended, reset.output()]).toEqual([0, expect.stringContaining("Start with npm start")]);
});
afterAll(() => rm(demo, { recursive: true, force: true }));

async function startDemo(): Promise<ServerProcess> {
  await copyFolder(demo, directory());
  const server = await start();
  await server.ready();
  return server;
}

async function itemIds(server: ServerProcess): Promise<string[]> {
  const { body } = await call(server.origin, listItems, { query: { limit: "100" } });
  return body.map((item) => item.id);
}

/** Runs as the owner of the stored database while no server uses it. */
async function queryStored(query: string): Promise<unknown[]> {
  const stored = { directory: join(directory(), "postgres"), durable: false, log: () => undefined };
  const { ownerUrl, stop } = await startEmbeddedPostgres(stored);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  await stop();
  return rows;
}

test("a data directory of an incompatible version is rejected in one sentence naming reset, which replaces it by the demo", async () => {
  await queryStored(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations as select 1 as id, 'of another version' as hash, 1 as created_at`);
  const failed = await start({ LOG_LEVEL: "silent" });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toBe(
    "\nNexby could not start: the database was created by an incompatible version of Nexby; " +
      "run npm run reset to erase it and start over.\n",
  );
  expect(await run(serverCommand("reset"))).toEqual({
    code: 0,
    output: expect.stringContaining("Start with npm start"),
  });
  await untilNoProcessWorksIn(directory());
  expect(await queryStored("select count(*)::int as count from items")).toEqual([{ count: DEMO_ITEMS.length }]);
});

test("the data survive kill -9, after which the next start works", async () => {
  const killed = await startDemo();
  const items = await itemIds(killed);
  expect(items).toHaveLength(DEMO_ITEMS.length);
  killed.child.kill("SIGKILL");
  expect(await killed.ended).toBe("SIGKILL");
  await untilNoProcessWorksIn(directory());

  const server = await start();
  await server.ready();
  expect(await itemIds(server)).toEqual(items);
});

/** What PostgreSQL writes all the time. */
const CHURN = /^postgres\/(cluster\/(base|global|pg_\w+)\/|postgres\.log$)/;

/** Every other file with its time and content. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = paths.map((path) => path.slice(folder.length + 1)).filter((path) => !CHURN.test(path));
  const states = kept.toSorted().map(async (path) => {
    const content = createHash("sha256").update(await readFile(join(folder, path)));
    return [path, `${(await stat(join(folder, path))).mtimeMs} ${content.digest("hex")}`] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

test("a second start on the same data is rejected, touches no file, and the first server keeps serving", async () => {
  const first = await startDemo();
  const items = await itemIds(first);
  const before = await filesOf(directory());
  expect(Object.keys(before)).toEqual(expect.arrayContaining(["lock", "postgres/cluster/postmaster.pid"]));
  expect(Object.keys(before).some((path) => path.startsWith("media/"))).toBe(true);

  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Nexby is already running (process ${first.pid})`);
  expect(await filesOf(directory())).toEqual(before);
  expect(await itemIds(first)).toEqual(items);
});

test("commands work beside a running server, and without one start and stop the database themselves", async () => {
  const server = await startDemo();
  expect(await run(serverCommand("reconcile"))).toEqual({
    code: 0,
    output: expect.stringContaining("Differences: 0 open"),
  });
  expect(await run(serverCommand("admin", "grant", "omar@nexby.example"))).toEqual({
    code: 0,
    output: "omar@nexby.example is now an admin.\n",
  });
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);

  expect(await run(serverCommand("admin", "revoke", "omar@nexby.example"))).toEqual({
    code: 0,
    output: expect.stringContaining("is no longer an admin"),
  });
  await untilNoProcessWorksIn(directory());
});

test("Ctrl-C, which npm repeats, stops the server and its database without a complaint", async () => {
  const server = await startDemo();
  server.child.kill("SIGINT");
  server.child.kill("SIGINT");
  expect(await server.ended).toBe(0);
  const atStop = server.output().slice(server.output().indexOf('"msg":"Stopping"'));
  expect(atStop).toContain('"msg":"Stopping"');
  expect(atStop.split("\n").filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  await untilNoProcessWorksIn(directory());
});
