import { endpoint } from "@nexby/contract/endpoint";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { asViewer, startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { openDatabase } from "../db/db.ts";
import { mount } from "../http/mount.ts";
import { newId } from "../ids.ts";
import { deleteExpiredThrottles, forgetHit, resetThrottle, throttle } from "../throttle.ts";

const database = useTestDatabase();
const LIMIT = { times: 3, seconds: 60 };

/** Moves all hits into the past. */
const age = (seconds: number) =>
  database().db.execute(sql`update throttles set
    hits = array(select hit - ${seconds} * interval '1 second' from unnest(hits) as hit),
    expires_at = expires_at - ${seconds} * interval '1 second'`);

test("the throttle allows the exact limit, even when all requests come at once from several processes", async () => {
  const { db } = database();
  const verdicts = await Promise.all(Array.from({ length: 30 }, () => throttle(db, ["burst"], LIMIT)));
  expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(3);
});

test("the throttle counts what arrives together in one statement, each key by itself", async () => {
  const { db } = database();
  for (let hit = 0; hit < 3; hit += 1) await throttle(db, ["together", "full"], LIMIT);
  const names = ["new", "full", "new", "other", "new", "new"];
  const verdicts = await Promise.all(names.map((name) => throttle(db, ["together", name], LIMIT)));
  const allowed = names.filter((_, index) => verdicts[index]?.allowed);
  expect(allowed.toSorted()).toEqual(["new", "new", "new", "other"]);
  await Promise.all(
    ["one", "two", "three"].map((name) => throttle(db, ["same statement", name], { ...LIMIT, times: 7 })),
  );
  const { rows } = await db.execute(
    sql`select count(*)::int as hits from throttles group by xmin::text order by count(*) desc limit 1`,
  );
  expect(rows).toEqual([{ hits: 3 }]);
});

test("the throttle counts by each hit's own limit when several arrive together", async () => {
  const { db } = database();
  const hits = [1, 1, 2, 2].map((times) => throttle(db, ["limits", String(times)], { times, seconds: 60 }));
  const [first, second, ...ofTwo] = (await Promise.all(hits)).map(({ allowed }) => allowed);
  expect([first, second].filter(Boolean)).toHaveLength(1);
  expect(ofTwo).toEqual([true, true]);
});

test("the throttle counts many keys from two processes in opposite orders without a deadlock", async () => {
  const { db } = database();
  const other = openDatabase({ url: database().url, poolSize: 2, onIdleError: () => undefined });
  onTestFinished(() => other.close());
  const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
  const all = { times: 1000, seconds: 60 };
  for (let round = 0; round < 20; round += 1) {
    const hits = [
      ...keys.map((key) => throttle(db, ["orders", key], all)),
      ...keys.toReversed().map((key) => throttle(other.db, ["orders", key], all)),
    ];
    expect((await Promise.all(hits)).every(({ allowed }) => allowed)).toBe(true);
  }
});

test("the throttle fails every hit of a statement that fails, and counts the next ones", async () => {
  const broken = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", poolSize: 1, onIdleError: () => undefined });
  const outcomes = await Promise.allSettled(["one", "two"].map((name) => throttle(broken.db, [name], LIMIT)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await broken.close();
  const { db } = database();
  const unstorable = throttle(db, ["fails"], { times: 3, seconds: Number.NaN });
  await expect(unstorable).rejects.toThrow();
  expect(await throttle(db, ["fails"], LIMIT)).toEqual({ allowed: true });
});

test("a hit inside a transaction is undone with it", async () => {
  const { db } = database();
  const undone = db.transaction(async (tx) => {
    for (let hit = 0; hit < 3; hit += 1) await throttle(tx, ["undone"], LIMIT);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await throttle(db, ["undone"], { ...LIMIT, times: 1 })).toEqual({ allowed: true });
});

test("the throttle returns how long to wait, and waiting that long helps", async () => {
  const { db } = database();
  for (let hit = 0; hit < 3; hit += 1) await throttle(db, ["wait"], LIMIT);
  const verdict = await throttle(db, ["wait"], LIMIT);
  expect(verdict).toMatchObject({ allowed: false });
  const seconds = verdict.allowed ? 0 : verdict.retryAfterSeconds;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  await age(seconds);
  expect(await throttle(db, ["wait"], LIMIT)).toEqual({ allowed: true });
});

test("the window slides: hits at its end count toward the start of the next", async () => {
  const { db } = database();
  await throttle(db, ["slide"], LIMIT);
  await age(50);
  await throttle(db, ["slide"], LIMIT);
  await throttle(db, ["slide"], LIMIT);
  await age(20);
  expect(await throttle(db, ["slide"], LIMIT)).toEqual({ allowed: true });
  expect(await throttle(db, ["slide"], LIMIT)).toMatchObject({ allowed: false });
});

test("the throttle keeps keys separate and unreadable in the table", async () => {
  const { db } = database();
  for (let hit = 0; hit < 3; hit += 1) await throttle(db, ["a", "maya@nexby.example"], LIMIT);
  expect(await throttle(db, ["a", "noah@nexby.example"], LIMIT)).toEqual({ allowed: true });
  const { rows } = await db.execute(sql`select key from throttles where key like '%nexby%'`);
  expect(rows).toEqual([]);
});

test("a reset forgets one key and no other", async () => {
  const { db } = database();
  for (let hit = 0; hit < 3; hit += 1) {
    for (const user of ["maya", "noah"]) await throttle(db, ["forgiven", user], LIMIT);
  }
  await resetThrottle(db, ["forgiven", "maya"]);
  expect(await throttle(db, ["forgiven", "maya"], LIMIT)).toEqual({ allowed: true });
  expect(await throttle(db, ["forgiven", "noah"], LIMIT)).toMatchObject({ allowed: false });
});

test("the throttle forgets one hit at a time and never more than there are", async () => {
  const { db } = database();
  for (let hit = 0; hit < 3; hit += 1) await throttle(db, ["harmless"], LIMIT);
  await forgetHit(db, ["harmless"]);
  expect(await throttle(db, ["harmless"], LIMIT)).toEqual({ allowed: true });
  expect(await throttle(db, ["harmless"], LIMIT)).toMatchObject({ allowed: false });
  for (let hit = 0; hit < 5; hit += 1) await forgetHit(db, ["harmless"]);
  for (let hit = 0; hit < 3; hit += 1) expect(await throttle(db, ["harmless"], LIMIT)).toEqual({ allowed: true });
  expect(await throttle(db, ["harmless"], LIMIT)).toMatchObject({ allowed: false });
});

test("the upkeep deletes expired rows and keeps active ones", async () => {
  const { db } = database();
  await age(3600);
  await throttle(db, ["kept"], LIMIT);
  await deleteExpiredThrottles(db);
  const { rows } = await db.execute(sql`select count(*)::int as count from throttles`);
  expect(rows).toEqual([{ count: 1 }]);
});

const knock = endpoint({
  method: "GET",
  path: "/api/probe/knock",
  summary: "Limited",
  access: "public",
  limits: [
    { per: "account", times: 2, seconds: 60 },
    { per: "address", times: 5, seconds: 60 },
  ],
  response: z.object({}),
  errors: [],
});

let apps: TestApp[];
beforeAll(async () => {
  const extend = (...[server, deps]: Parameters<NonNullable<Parameters<typeof startTestApp>[0]["extend"]>>) =>
    mount(server, deps, knock, async () => ({}));
  const { db } = database();
  apps = await Promise.all([startTestApp({ db, extend }), startTestApp({ db, extend })]);
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

test("the throttle limits an endpoint per account and per address, across processes, whatever address a client claims", async () => {
  const [one, two] = apps.map(({ origin }) => origin);
  const maya = asViewer({ id: newId(), isAdmin: false, isApproved: true });
  const noah = asViewer({ id: newId(), isAdmin: false, isApproved: true });
  const statuses: number[] = [];
  const request = async (origin: string | undefined, headers: Record<string, string>, claimedAddress: string) => {
    const response = await fetch(`${origin}${knock.path}`, {
      headers: {
        ...headers,
        "x-forwarded-for": claimedAddress,
        forwarded: `for=${claimedAddress}`,
        "x-real-ip": claimedAddress,
      },
    });
    statuses.push(response.status);
    return response;
  };
  await request(one, maya, "203.0.113.1");
  await request(two, maya, "203.0.113.2");
  const third = await request(one, maya, "203.0.113.3");
  await request(two, noah, "203.0.113.4");
  await request(one, noah, "203.0.113.5");
  await request(two, {}, "203.0.113.6");
  await request(one, {}, "203.0.113.7");
  expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await third.json()).toMatchObject({ code: "too_many_requests" });
});

test("the throttle uses the client address from a trusted proxy", async () => {
  const app = await startTestApp({
    db: database().db,
    proxyHops: 1,
    extend: (server, deps) => mount(server, deps, { ...knock, path: "/api/probe/proxied" }, async () => ({})),
  });
  const requestFrom = async (address: string) =>
    (await fetch(`${app.origin}/api/probe/proxied`, { headers: { "x-forwarded-for": `198.51.100.9, ${address}` } }))
      .status;
  const statuses: number[] = [];
  for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"])
    statuses.push(await requestFrom(address));
  expect(statuses).toEqual([200, 200, 429, 200]);
  await app.close();
});
