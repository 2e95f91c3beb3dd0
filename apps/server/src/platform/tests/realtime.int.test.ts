import { streamEvents } from "@nexby/contract/messaging/notifications";
import { ONLINE_MS } from "@nexby/domain/messaging/conversations";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { placeHold } from "../../features/inventory/commands/place-hold.ts";
import { callExpectingError, type EventReader, type ReceivedEvent, readEventStream } from "../../testing/call.ts";
import { createItem, createUser } from "../../testing/factories.ts";
import { asViewer, startConnectedApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { newId } from "../ids.ts";
import {
  currentPlace,
  deleteOldEvents,
  publishEvent,
  readEvents,
  topicAudience,
  userAudience,
} from "../realtime/events.ts";

const database = useTestDatabase();
let servers: TestApp[];
const readers: EventReader[] = [];

beforeAll(async () => {
  servers = await Promise.all([startConnectedApp(database()), startConnectedApp(database())]);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const originOf = (index: number) => servers[index]?.origin ?? "";
const person = (id = newId()) => ({ id, headers: asViewer({ id, isAdmin: false, isApproved: true }) });

async function follow(server: number, query: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await readEventStream(`${originOf(server)}${streamEvents.path}${query}`, headers);
  readers.push(reader);
  await reader.until((events) => events.length > 0);
  return reader;
}

const numbersOf = (events: readonly ReceivedEvent[]) =>
  events.filter(({ type }) => type === "counted").map(({ data }) => (data as { n: number }).n);
const has = (count: number) => (events: readonly ReceivedEvent[]) => numbersOf(events).length >= count;
const publish = (userId: string, n: number) =>
  publishEvent(database().db, { audience: userAudience(userId), type: "counted", data: { n } });

describe("event streams", () => {
  test("event streams deliver an event to its subscribers in every process, and to no one else", async () => {
    const [maya, noah] = [person(), person()];
    const [atOne, atTwo, other] = await Promise.all([
      follow(0, "", maya.headers),
      follow(1, "", maya.headers),
      follow(1, "", noah.headers),
    ]);
    await publish(maya.id, 1);
    await Promise.all([atOne.until(has(1)), atTwo.until(has(1))]);
    await publish(noah.id, 2);
    await other.until(has(1));
    expect(numbersOf(other.events)).toEqual([2]);
    expect(numbersOf(atOne.events)).toEqual([1]);
  });

  test("[PREF-01] event streams keep the browser's time zone for people without one, unless nobody knows its name", async () => {
    const { db } = database();
    const id = await createUser(db, { timeZone: null });
    const zone = async () => (await db.execute(sql`select time_zone from users where id = ${id}`)).rows[0]?.time_zone;
    const connectFrom = (timeZone: string) =>
      follow(0, `?timeZone=${encodeURIComponent(timeZone)}`, person(id).headers);
    await connectFrom("Mars/Olympus");
    await connectFrom("America/Denver");
    await expect.poll(zone).toBe("America/Denver");
  });

  test("[MSG-01] event streams keep a person online for as long as they are connected", async () => {
    const { db } = database();
    const id = await createUser(db);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await follow(0, "", person(id).headers);
      const isOnline = async () =>
        (
          await db.execute<{ online: boolean }>(sql`
            select last_seen_at > now() - interval '1 day' as online from user_online_status where user_id = ${id}`)
        ).rows[0]?.online;
      await expect.poll(isOnline).toBe(true);
      await db.execute(sql`update user_online_status set last_seen_at = '2020-01-01' where user_id = ${id}`);
      vi.advanceTimersByTime(ONLINE_MS);
      await expect.poll(isOnline).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("event streams let visitors subscribe to an item and learn when its availability changes", async () => {
    const { db } = database();
    const listingId = await createItem(db);
    const reader = await follow(0, `?topics=${topicAudience("item", listingId)}`);
    const period = { startAt: new Date("2031-01-01"), endAt: new Date("2031-01-02") };
    await placeHold(db, { listingId, ...period, quantity: 1, kind: "block" });
    await expect(placeHold(db, { listingId, ...period, quantity: 1, kind: "block" })).rejects.toThrow();
    await reader.until((events) => events.length > 1);
    expect(reader.events.slice(1)).toMatchObject([{ type: "availability_changed", data: { itemId: listingId } }]);
  });

  test("event streams never deliver events of a failed transaction", async () => {
    const maya = person();
    const reader = await follow(0, "", maya.headers);
    const failing = database().db.transaction(async (tx) => {
      await publishEvent(tx, { audience: userAudience(maya.id), type: "counted", data: { n: 1 } });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await publish(maya.id, 2);
    await reader.until(has(1));
    expect(numbersOf(reader.events)).toEqual([2]);
  });

  test("event streams resume from the last event in another process, without losses or duplicates", async () => {
    const maya = person();
    const before = await follow(0, "", maya.headers);
    for (let n = 1; n <= 5; n += 1) await publish(maya.id, n);
    await before.until(has(3));
    before.close();
    const received = numbersOf(before.events);
    for (let n = 6; n <= 250; n += 1) await publish(maya.id, n);
    const after = await follow(1, "", { ...maya.headers, "last-event-id": before.lastId() ?? "" });
    await after.until(has(250 - received.length));
    expect([...received, ...numbersOf(after.events)]).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });

  test("event streams accept the last event id in the URL, for browsers that cannot send the header", async () => {
    const maya = person();
    const before = await follow(0, "", maya.headers);
    before.close();
    await publish(maya.id, 1);
    const after = await follow(1, `?lastEventId=${before.lastId()}`, maya.headers);
    await after.until(has(1));
    expect(after.events[0]?.type).toBe("welcome_back");
  });

  test("neither lose nor reorder an event whose transaction began earlier but committed later", async () => {
    const maya = person();
    const { db } = database();
    const reader = await follow(0, "", maya.headers);
    const audience = userAudience(maya.id);
    const place = await currentPlace(db);
    await db.transaction(async (slow) => {
      await publishEvent(slow, { audience, type: "counted", data: { n: 1 } });
      await publish(maya.id, 2);
      // A reader gets neither now, and both in this order later.
      expect(await readEvents(db, [audience], place, 10)).toEqual([]);
    });
    await publish(maya.id, 3);
    await reader.until(has(3));
    expect(numbersOf(reader.events)).toEqual([1, 2, 3]);
  });

  test("event streams deliver every event once and in the same order to all readers with many concurrent writers", async () => {
    const maya = person();
    const followers = await Promise.all([0, 1, 0, 1].map((server) => follow(server, "", maya.headers)));
    await Promise.all(Array.from({ length: 120 }, (_, n) => publish(maya.id, n)));
    await Promise.all(followers.map((reader) => reader.until(has(120))));
    const [first, ...others] = followers.map((reader) => numbersOf(reader.events));
    expect(new Set(first).size).toBe(120);
    for (const other of others) expect(other).toEqual(first);
  });

  /** Maya misses two events, and follows again when they are this old. */
  async function returnAfter(hours: number) {
    const maya = person();
    const { db } = database();
    const before = await follow(0, "", maya.headers);
    before.close();
    await publish(maya.id, 1);
    await publish(maya.id, 2);
    await db.execute(sql`update realtime_events set created_at = now() - ${hours} * interval '1 hour'`);
    await deleteOldEvents(db);
    const after = await follow(0, "", { ...maya.headers, "last-event-id": before.lastId() ?? "" });
    return { maya, after };
  }

  test("[MSG-01] event streams replay what a reader missed while it was away for less than a day", async () => {
    const { after } = await returnAfter(23);
    expect(after.events[0]?.type).not.toBe("reload");
    await after.until((events) => numbersOf(events).includes(2));
    expect(numbersOf(after.events)).toEqual([1, 2]);
  });

  test("event streams tell a reader to reload if it was away longer than events are retained", async () => {
    const { maya, after } = await returnAfter(25);
    expect(after.events[0]?.type).toBe("reload");
    await publish(maya.id, 3);
    await after.until((events) => numbersOf(events).includes(3));
    expect(numbersOf(after.events)).not.toContain(1);
  });

  test("event streams reconnect LISTEN after a lost connection and replay missed events", async () => {
    const maya = person();
    const reader = await follow(0, "", maya.headers);
    await database().db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'nexby listener'`);
    await publish(maya.id, 1);
    await reader.until(has(1));
    expect(numbersOf(reader.events)).toEqual([1]);
  });

  test("event streams end when their server stops, so that browsers reconnect elsewhere", async () => {
    const third = await startConnectedApp(database());
    const maya = person();
    const reader = await readEventStream(`${third.origin}${streamEvents.path}`, maya.headers);
    await third.close();
    await reader.ended;
    expect(reader.status).toBe(200);
  });

  test("event streams are limited to eight per user, and a closed one makes room", async () => {
    const maya = person();
    const opened = await Promise.all(Array.from({ length: 8 }, () => follow(0, "", maya.headers)));
    const { status, headers } = await callExpectingError(originOf(0), streamEvents, { headers: maya.headers });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    opened[0]?.close();
    await opened[0]?.ended;
    for (;;) {
      const again = await readEventStream(`${originOf(0)}${streamEvents.path}`, maya.headers);
      readers.push(again);
      if (again.status === 200) break;
    }
  });

  test.each([
    ["a visitor without a topic", "", 401],
    ["an unknown topic", `?topics=secret:${newId()}`, 404],
    ["an unknown item", `?topics=item:${newId()}`, 404],
    ["a malformed topic", "?topics=item", 400],
    ["a malformed id", `?topics=item:${"-".repeat(36)}`, 400],
    ["too many topics", `?topics=${Array.from({ length: 21 }, () => `item:${newId()}`).join(",")}`, 400],
    ["another user's events", `?topics=user:${newId()}`, 404],
  ])("event streams reject %s", async (_, query, status) => {
    const response = await fetch(`${originOf(0)}${streamEvents.path}${query}`);
    expect(response.status).toBe(status);
    await response.body?.cancel();
  });

  test.each(["", "abc", "99999999999999999999999-1", "-1", "1-1'--"])(
    "event streams do not trust the last event id %j",
    async (id) => {
      const reader = await follow(0, `?lastEventId=${encodeURIComponent(id)}`, person().headers);
      expect(reader.events[0]?.type).toMatch(/welcome|reload/);
    },
  );
});
