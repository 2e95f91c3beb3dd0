import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { until } from "../../../testing/server-process.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { startListener } from "../listener.ts";

const database = useTestDatabase();
const CHANNEL = "nexby_test";

function listen(url: string, pulseMs?: number) {
  const heard: string[] = [];
  let connections = 0;
  const listener = startListener({
    url,
    ...(pulseMs && { pulseMs }),
    channels: [CHANNEL, 'with "quotes"'],
    onMessage: (channel, payload) => heard.push(`${channel}: ${payload}`),
    onConnected: () => {
      connections += 1;
    },
  });
  return { stop: listener.stop, heard, connections: () => connections };
}

const say = (payload: string, channel = CHANNEL) =>
  database().db.execute(sql`select pg_notify(${channel}, ${payload})`);

const breakConnection = () =>
  database().db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'nexby listener'`);

test("what is said on its channels is heard, in order; on others it is not", async () => {
  const listener = listen(database().url);
  await until(() => listener.connections() === 1);
  await say("elsewhere", "nexby_other");
  for (const word of ["one", "", "thrée"]) await say(word);
  await say("four", 'with "quotes"');
  await until(() => listener.heard.length === 4);
  expect(listener.heard).toEqual(["nexby_test: one", "nexby_test: ", "nexby_test: thrée", 'with "quotes": four']);
  await listener.stop();
});

test("a broken connection is made anew, and the one who listens is told each time", async () => {
  const listener = listen(database().url);
  for (const turn of [1, 2, 3]) {
    await until(() => listener.connections() === turn);
    await say(`turn ${turn}`);
    await until(() => listener.heard.length === turn);
    await breakConnection();
  }
  await until(() => listener.connections() === 4);
  await listener.stop();
  expect(listener.heard).toEqual(["nexby_test: turn 1", "nexby_test: turn 2", "nexby_test: turn 3"]);
});

test("after a stop nothing is connected and nothing is heard", async () => {
  const listener = listen(database().url);
  await until(() => listener.connections() === 1);
  await listener.stop();
  await say("too late");
  const { rows } = await database().db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'nexby listener'`);
  expect(rows).toEqual([]);
  expect(listener.heard).toEqual([]);
});

test("a stop ends while there is nobody to connect to", async () => {
  const listener = listen("postgres://nobody@127.0.0.1:1/nothing");
  await listener.stop();
  expect(listener.connections()).toBe(0);
});

/** A server in between that can fall silent, as a host does that lost its network. */
async function startRelay(target: string) {
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
    fallSilent: () => {
      isSilent = true;
    },
    speakAgain: () => {
      isSilent = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a connection that has fallen silent is given up for a new one", async () => {
  const relay = await startRelay(database().url);
  const listener = listen(relay.url, 300);
  await until(() => listener.connections() === 1);
  relay.fallSilent();
  await until(() => relay.connections() > 1);
  relay.speakAgain();
  await until(() => listener.connections() === 2);
  await say("again");
  await until(() => listener.heard.includes("nexby_test: again"));
  await listener.stop();
  relay.close();
});

test("a stop ends while a server takes the connection and says nothing", async () => {
  const relay = await startRelay(database().url);
  relay.fallSilent();
  const listener = listen(relay.url);
  await until(() => relay.connections() === 1);
  await listener.stop();
  expect(listener.connections()).toBe(0);
  relay.close();
});
