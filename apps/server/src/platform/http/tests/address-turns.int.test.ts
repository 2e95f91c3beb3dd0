import { connect } from "node:net";
import { endpoint } from "@nexby/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { AppDeps } from "../../../app.ts";
import { login, stranger, webVisitor, whoIs } from "../../../testing/people/web-visitor.ts";
import { until } from "../../../testing/server-process.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { ADDRESS_LIMITS } from "../address-turns.ts";
import { mount } from "../mount.ts";

const database = useTestDatabase();
const LIMITS = { shared: 2, alone: 2, open: 5 };
const ATTACKER = "203.0.113.7";

/** Requests whose responses are being made, by their name, until the test lets them go on. */
const started: { name: string; goOn(): void }[] = [];
/** Quick responses, and the turns of the event loop that began after each. */
const order: string[] = [];
let received = 0;
let app: TestApp;

const probe = (path: `/api/${string}`, more: { method?: "POST"; access?: "signed-in" } = {}) =>
  endpoint({
    ...{ method: "GET", access: "public", ...more, path },
    summary: "Waits until the test lets it go on",
    query: z.object({ name: z.string() }),
    response: z.object({}),
    errors: [],
  });
const SLOW = probe("/api/probe/slow");
const PROBES = [
  SLOW,
  probe("/api/probe/other"),
  probe("/api/probe/public-write", { method: "POST" }),
  probe("/api/probe/write", { method: "POST", access: "signed-in" }),
];
const QUICK = probe("/api/probe/quick");

function mountProbes(server: FastifyInstance, deps: AppDeps): void {
  server.server.on("request", () => {
    received += 1;
  });
  for (const one of PROBES) {
    mount(server, deps, one, ({ query }) => {
      return new Promise((resolve) => started.push({ name: query.name, goOn: () => resolve({}) }));
    });
  }
  mount(server, deps, QUICK, async ({ query }) => {
    order.push(query.name);
    setImmediate(() => order.push("others"));
    return {};
  });
}

beforeEach(async () => {
  started.length = 0;
  order.length = 0;
  received = 0;
  app = await startTestApp({
    db: database().db,
    proxyHops: 1,
    addressLimits: LIMITS,
    extend: mountProbes,
  });
});
afterEach(async () => {
  for (const { goOn } of started) goOn();
  await app.close();
});

const get = (name: string, { address = ATTACKER, path = SLOW.path as string, method = "GET" } = {}) =>
  fetch(`${app.origin}${path}?name=${name}`, {
    method,
    headers: { "x-forwarded-for": address, ...(method === "POST" && { "x-test-viewer": VIEWER }) },
  });
const VIEWER = JSON.stringify({ id: "0190a0a0-0000-7000-8000-000000000000", isAdmin: false, isApproved: true });
const names = () => started.map(({ name }) => name);
const goOn = (name: string) => started.find((one) => one.name === name)?.goOn();
/** Lets these and all requests after them go on. */
async function finish(requests: Promise<Response>[]): Promise<void> {
  let isDone = false;
  void Promise.all(requests).then(() => {
    isDone = true;
  });
  await until(() => {
    for (const { goOn: end } of started) end();
    return isDone;
  });
}
const health = () => fetch(`${app.origin}/api/health`, { headers: { "x-forwarded-for": ATTACKER } });

test("an address's requests beyond its share wait, while everyone else's are answered", async () => {
  const first = [get("a"), get("b"), get("c")];
  await until(() => started.length >= 2);
  const other = get("other", { address: "203.0.113.8" });
  await until(() => started.length >= 3);
  expect(names().sort()).toEqual(["a", "b", "other"]);
  expect((await health()).status, "health never waits").toBe(200);
  goOn("other");
  expect((await other).status).toBe(200);
  goOn("a");
  await until(() => started.length >= 4);
  expect(names()[3]).toBe("c");
  for (const { goOn: end } of started) end();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("requests of one address to different routes take turns", async () => {
  const all = [get("a"), get("b")];
  await until(() => started.length >= 2);
  all.push(get("c"), get("d"));
  await until(() => received === 4);
  all.push(get("e", { path: "/api/probe/other" }));
  await until(() => received === 5);
  goOn("a");
  await until(() => started.length >= 3);
  goOn("b");
  await until(() => started.length >= 4);
  expect(names().slice(2).sort()).toEqual(["c", "e"]);
  await finish(all);
});

test("an address with too many open requests is rejected until some end", async () => {
  const all = ["a", "b", "c", "d", "e"].map((name) => get(name));
  await until(() => received === LIMITS.open);
  const refused = await get("f");
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
    429,
    "2",
    expect.objectContaining({ code: "too_many_requests" }),
  ]);
  await finish(all);
  const again = get("again");
  await until(() => names().includes("again"));
  goOn("again");
  expect((await again).status).toBe(200);
});

/** Sends a request, and returns what closes its connection. */
function begin(name: string): () => void {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${SLOW.path}?name=${name} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ATTACKER}\r\n\r\n`);
  return () => socket.destroy();
}

test("a request whose client leaves keeps its turn until its response is made, and gives up its place if it waits", async () => {
  const leave: (() => void)[] = [];
  for (const name of ["a", "b", "c"]) {
    leave.push(begin(name));
    await until(() => received === leave.length);
  }
  await until(() => started.length === 2);
  for (const leaveNow of leave) leaveNow();
  await until(async () => (await connectionsOf(app)) === 0);
  const next = get("d");
  await until(() => received === 4);
  await health();
  expect(names().sort(), "the work of the first two goes on").toEqual(["a", "b"]);
  goOn("a");
  await until(() => started.length === 3);
  expect(names()).toContain("d");
  goOn("d");
  expect((await next).status).toBe(200);
  expect(names(), "nobody waits for c").not.toContain("c");
});

const connectionsOf = ({ app: { server } }: TestApp) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

test("after each quick response of an address, everyone else's events come first", async () => {
  const slow = [get("slow"), get("slow, too")];
  await until(() => started.length === 2);
  const quick = ["a", "b", "c"].map((name) => get(name, { path: QUICK.path }));
  await until(() => received === 5);
  goOn("slow");
  await Promise.all(quick);
  await until(() => order.length === 6);
  expect(order.filter((_, index) => index % 2 === 1)).toEqual(["others", "others", "others"]);
  await finish(slow);
});

test("an address that is alone has more responses made at once, until others send requests", async () => {
  const own = await startTestApp({
    db: database().db,
    proxyHops: 1,
    addressLimits: { shared: 1, alone: 3, open: 256 },
    extend: mountProbes,
  });
  const from = (address: string, name: string) =>
    fetch(`${own.origin}${SLOW.path}?name=${name}`, { headers: { "x-forwarded-for": address } });
  const all = ["a", "b", "c", "d"].map((name) => from("203.0.113.7", name));
  await until(() => received === 4);
  await until(() => started.length === 3);
  all.push(from("203.0.113.8", "other"));
  await until(() => names().includes("other"));
  const [first = "", second = "", third = ""] = names();
  goOn(first);
  goOn(second);
  await health();
  expect(names(), "its last one still runs").toHaveLength(4);
  goOn(third);
  await until(() => started.length === 5);
  await finish(all);
  await own.close();
});

test("pages of the embedded provider take no turn, because our own server may need them", async () => {
  const all = ["a", "b", "c", "d", "e"].map((name) => get(name));
  await until(() => received === LIMITS.open);
  const provider = await get("f", { path: "/oidc/.well-known/openid-configuration" });
  expect([provider.status, (await get("g")).status]).toEqual([200, 429]);
  await finish(all);
});

test("a person signs in through the embedded provider while six reads of their address wait", async () => {
  const own = await startTestApp({
    db: database().db,
    // A request that needed another one of its address would wait forever.
    addressLimits: { shared: 1, alone: 1, open: 256 },
    extend: (server, deps) => {
      mount(server, deps, SLOW, ({ query }) => {
        return new Promise((resolve) => started.push({ name: query.name, goOn: () => resolve({}) }));
      });
    },
  });
  const reads = ["a", "b", "c", "d", "e", "f"].map((name) => fetch(`${own.origin}${SLOW.path}?name=${name}`));
  await until(() => started.length >= 1);
  const visitor = webVisitor();
  const signedIn = login(visitor, own.origin).then((picker) => visitor.submit(picker, { another: "yes" }, stranger()));
  await finish([...reads, signedIn.then(() => Response.json({}))]);
  expect(await whoIs(visitor, own.origin)).toMatchObject({ firstName: "Quinn" });
  await own.close();
});

test("writes take turns, too, also those of accounts", async () => {
  const [, , publicWrite, write] = PROBES.map(({ path }) => path as string);
  const all = ["a", "b", "c"].map((name) => get(name, { path: publicWrite, method: "POST" }));
  await until(() => started.length >= 2);
  all.push(...["d", "e"].map((name) => get(name, { path: write, method: "POST" })));
  await until(() => received === 5);
  await health();
  expect(names().every((name) => "abc".includes(name))).toBe(true);
  await finish(all);
});

test("one address has 3 responses made at once, 20 while it is alone, and at most 256 open requests", () => {
  expect(ADDRESS_LIMITS).toEqual({ shared: 3, alone: 20, open: 256 });
});
