import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, connect } from "node:net";
import timers from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../testing/server-process.ts";
import { ADDRESS_LIMITS, type AddressLimits, takeTurnsByAddress } from "./address-turns.ts";
import { sendError } from "./error-handler.ts";

const LIMITS = { shared: 2, alone: 2, open: 5 };
const ATTACKER = "203.0.113.7";
const SLOW = "/slow";
const OTHER = "/other";
const QUICK = "/quick";

/** Requests whose responses are being made, by their name, until the test lets them go on. */
const started: { name: string; goOn(): void }[] = [];
/** Quick responses, and the turns of the event loop that began after each. */
const order: string[] = [];
let received = 0;
let app: FastifyInstance;

type Probe = { Querystring: { name: string } };

async function startProbes(limits: AddressLimits): Promise<FastifyInstance> {
  const server = Fastify({ trustProxy: true });
  server.setErrorHandler(sendError);
  server.server.on("request", () => {
    received += 1;
  });
  takeTurnsByAddress(server, limits);
  for (const url of [SLOW, OTHER]) {
    server.route<Probe>({
      method: ["GET", "POST"],
      url,
      handler: ({ query: { name } }) => new Promise((resolve) => started.push({ name, goOn: () => resolve({}) })),
    });
  }
  server.get<Probe>(QUICK, async ({ query }) => {
    order.push(query.name);
    setImmediate(() => order.push("others"));
    return {};
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  return server;
}

beforeEach(async () => {
  started.length = 0;
  order.length = 0;
  received = 0;
  app = await startProbes(LIMITS);
});
afterEach(async () => {
  for (const { goOn } of started) goOn();
  await app.close();
});

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;
const get = (name: string, { address = ATTACKER, path = SLOW, method = "GET", server = app } = {}) =>
  fetch(`http://127.0.0.1:${portOf(server)}${path}?name=${name}`, {
    method,
    headers: { "x-forwarded-for": address },
  });
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

test("an address's requests beyond its share wait, while everyone else's are answered", async () => {
  const first = [get("a"), get("b"), get("c")];
  await until(() => started.length >= 2);
  const other = get("other", { address: "203.0.113.8" });
  await until(() => started.length >= 3);
  expect(names().sort()).toEqual(["a", "b", "other"]);
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
  all.push(get("e", { path: OTHER }));
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
  const socket = connect(portOf(app), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${SLOW}?name=${name} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ATTACKER}\r\n\r\n`);
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
  await passingTime();
  expect(names().sort(), "the work of the first two goes on").toEqual(["a", "b"]);
  goOn("a");
  await until(() => started.length === 3);
  expect(names()).toContain("d");
  goOn("d");
  expect((await next).status).toBe(200);
  expect(names(), "nobody waits for c").not.toContain("c");
});

const connectionsOf = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
/** Long enough for a request that doesn't wait: the response to a later one has arrived. */
const passingTime = () => get("now", { address: "203.0.113.99", path: QUICK });

test("after each quick response of an address, everyone else's events come first", async () => {
  const slow = [get("slow"), get("slow, too")];
  await until(() => started.length === 2);
  const quick = ["a", "b", "c"].map((name) => get(name, { path: QUICK }));
  await until(() => received === 5);
  goOn("slow");
  await Promise.all(quick);
  await until(() => order.length === 6);
  expect(order.filter((_, index) => index % 2 === 1)).toEqual(["others", "others", "others"]);
  await finish(slow);
});

/** Pauses then take no time. Returns how long they, and the other waits of the test, would have been. */
function skipPauses(): number[] {
  const { setTimeout: sleep } = timers;
  const pauses: number[] = [];
  vi.spyOn(timers, "setTimeout").mockImplementation((milliseconds, value) => {
    pauses.push(milliseconds ?? 0);
    return sleep(0, value);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return pauses;
}

test("a turn goes on for as long again as its response took, at most a second, unless nobody else sends requests", async () => {
  const realNow = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => realNow() + passed);
  const pauses = skipPauses();
  const SECONDS = 1_000;
  /** The pause after a response that took so long; the other waits of this test are shorter. */
  const pauseAfter = async (name: string, milliseconds: number) => {
    const response = get(name);
    await until(() => names().includes(name));
    passed += milliseconds;
    if (name !== "alone") await passingTime();
    goOn(name);
    await response;
    await passingTime();
    return pauses.splice(0).find((one) => one >= 400);
  };
  expect(await pauseAfter("alone", 600 * SECONDS)).toBeUndefined();
  const pause = await pauseAfter("a", 400);
  expect(pause).toBeGreaterThanOrEqual(400);
  expect(await pauseAfter("b", 600 * SECONDS)).toBe(SECONDS);
});

test("a turn goes on for at least 5 ms after a quick response", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const pauses = skipPauses();
  await get("a", { path: QUICK, address: "203.0.113.8" });
  await get("b", { path: QUICK });
  expect(pauses).toEqual([5]);
});

test("an address that is alone has more responses made at once, until others send requests", async () => {
  skipPauses();
  const own = await startProbes({ shared: 1, alone: 3, open: 256 });
  const from = (address: string, name: string) => get(name, { address, server: own });
  const all = ["a", "b", "c", "d"].map((name) => from("203.0.113.7", name));
  await until(() => received === 4);
  await until(() => started.length === 3);
  all.push(from("203.0.113.8", "other"));
  await until(() => names().includes("other"));
  // Its own next request doesn't make it alone again.
  all.push(from("203.0.113.7", "e"));
  await until(() => received === 6);
  const [first = "", second = "", third = ""] = names();
  goOn(first);
  goOn(second);
  for (const name of ["now", "later"]) await get(name, { address: "203.0.113.99", path: QUICK, server: own });
  expect(names(), "its last one still runs").toHaveLength(4);
  goOn(third);
  await until(() => started.length === 5);
  await finish(all);
  await own.close();
});

test("writes take turns, too", async () => {
  const all = ["a", "b", "c"].map((name) => get(name, { method: "POST" }));
  await until(() => received === 3 && started.length === 2);
  await passingTime();
  expect(started).toHaveLength(2);
  await finish(all);
});

test("the addresses of an IPv6 network share their turns", async () => {
  const all = ["1", "2", "3"].map((end) => get(end, { address: `2001:db8:1:2::${end}` }));
  await until(() => received === 3 && started.length === 2);
  await passingTime();
  expect(started).toHaveLength(2);
  await finish(all);
});

test("one address has 3 responses made at once, 20 while it is alone, and at most 256 open requests", () => {
  expect(ADDRESS_LIMITS).toEqual({ shared: 3, alone: 20, open: 256 });
});
