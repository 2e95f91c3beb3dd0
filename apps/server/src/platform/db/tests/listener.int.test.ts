import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { until } from "../../../testing/server-process.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { openDatabase } from "../db.ts";
import { startListener } from "../listener.ts";

const database = useTestDatabase();
const CHANNEL = "nexby_test";

function listen(url: string, pulseMs?: number) {
  const received: string[] = [];
  let connections = 0;
  const listener = startListener({
    url,
    ...(pulseMs && { pulseMs }),
    channels: [CHANNEL, 'with "quotes"'],
    onMessage: (channel, payload) => received.push(`${channel}: ${payload}`),
    onConnected: () => {
      connections += 1;
    },
  });
  return { stop: listener.stop, received, connections: () => connections };
}

const notify = (payload: string, channel = CHANNEL) =>
  database().db.execute(sql`select pg_notify(${channel}, ${payload})`);

const breakConnection = () =>
  database().db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'nexby listener'`);

test("the listener receives notifications on its channels in order, and none on others", async () => {
  const listener = listen(database().url);
  await until(() => listener.connections() === 1);
  await notify("elsewhere", "nexby_other");
  for (const payload of ["one", "", "thrée"]) await notify(payload);
  await notify("four", 'with "quotes"');
  await until(() => listener.received.length === 4);
  expect(listener.received).toEqual(["nexby_test: one", "nexby_test: ", "nexby_test: thrée", 'with "quotes": four']);
  await listener.stop();
});

test("the listener reconnects after a broken connection and reports every connect", async () => {
  const listener = listen(database().url);
  for (const attempt of [1, 2, 3]) {
    await until(() => listener.connections() === attempt);
    await notify(`turn ${attempt}`);
    await until(() => listener.received.length === attempt);
    await breakConnection();
  }
  await until(() => listener.connections() === 4);
  await listener.stop();
  expect(listener.received).toEqual(["nexby_test: turn 1", "nexby_test: turn 2", "nexby_test: turn 3"]);
});

test("disconnects and receives nothing after a stop", async () => {
  const listener = listen(database().url);
  await until(() => listener.connections() === 1);
  await listener.stop();
  await notify("too late");
  const { rows } = await database().db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'nexby listener'`);
  expect(rows).toEqual([]);
  expect(listener.received).toEqual([]);
});

test("closing a database waits until the server has closed every connection", async () => {
  const url = new URL(database().url);
  url.searchParams.set("application_name", "pool under test");
  const pool = openDatabase({ url: url.href, poolSize: 20, onIdleError: () => undefined });
  await Promise.all(Array.from({ length: 20 }, () => pool.db.execute(sql`select 1`)));
  const connections = () =>
    database().db.execute(sql`select pid from pg_stat_activity where application_name = 'pool under test'`);
  expect((await connections()).rows).toHaveLength(20);
  await pool.close();
  expect((await connections()).rows).toEqual([]);
});

test("the listener stops while no server is reachable", async () => {
  const listener = listen("postgres://nobody@127.0.0.1:1/nothing");
  await listener.stop();
  expect(listener.connections()).toBe(0);
});

/** A proxy that can go silent, like a host that lost its network. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => isSilent || to.write(data));
      from.on("end", () => isSilent || to.end());
      from.on("error", () => undefined);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url: url.href,
    connections: () => sockets.size / 2,
    goSilent: () => {
      isSilent = true;
    },
    resume: () => {
      isSilent = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("the listener replaces a connection that has gone silent", async () => {
  const proxy = await startProxy(database().url);
  const listener = listen(proxy.url, 300);
  await until(() => listener.connections() > 0);
  proxy.goSilent();
  const [links, connections] = [proxy.connections(), listener.connections()];
  await until(() => proxy.connections() > links);
  proxy.resume();
  await until(() => listener.connections() > connections);
  await notify("again");
  await until(() => listener.received.includes("nexby_test: again"));
  await listener.stop();
  proxy.close();
});

test("the listener stops while a server accepts the connection and says nothing", async () => {
  const proxy = await startProxy(database().url);
  proxy.goSilent();
  const listener = listen(proxy.url);
  await until(() => proxy.connections() === 1);
  await listener.stop();
  expect(listener.connections()).toBe(0);
  proxy.close();
});
