import {
  downloadCalendarFeed,
  getCalendarFeed,
  getOwnerCalendar,
  rotateCalendarFeed,
} from "@nexby/contract/listings/owner-calendar";
import { startOfDay } from "@nexby/domain/bookings/calendar-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { eq } from "drizzle-orm";
import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { holdMissingUnits, placeHold } from "../commands/place-hold.ts";

const ZONE = "America/New_York";
const TITLE = "Zelt, groß; 4 Personen 🏕️ mit allem, was man für eine lange Reise in den Norden braucht";
const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

async function ownItem(quantityTotal = 1) {
  const { db } = database();
  const ownerId = await createUser(db);
  const itemId = await createItem(db, { ownerId, title: TITLE, quantityTotal });
  const headers = asViewer({ id: ownerId, isApproved: true, isAdmin: false });
  const feed = async () => (await call(app.origin, getCalendarFeed, { params: { itemId }, headers })).body.url;
  const rotate = async () => (await call(app.origin, rotateCalendarFeed, { params: { itemId }, headers })).body.url;
  return { itemId, headers, feed, rotate };
}

const eventsOf = (text: string) =>
  Object.values(ical.sync.parseICS(text)).filter((entry): entry is VEvent => entry?.type === "VEVENT");

describe("a listing's calendar feed", () => {
  test("a listing's calendar feed has one secret URL until it is rotated", async () => {
    const { feed, rotate } = await ownItem();
    const first = await feed();
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/calendars\/[\w-]{32}\.ics$/);
    expect(await Promise.all([feed(), feed()])).toEqual([first, first]);
    const second = await rotate();
    expect(second).not.toBe(first);
    expect(await feed()).toBe(second);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
  });

  test.each([1, 2])(
    "a listing's calendar feed with %i units shows an item that isn't back as taken until further notice",
    async (quantityTotal) => {
      const { db } = database();
      const { itemId, headers, feed } = await ownItem(quantityTotal);
      const from = await readClock(db);
      const missing = { bookingId: newId(), listingId: itemId, renterUserId: await createUser(db) };
      await holdMissingUnits(db, { ...missing, quantity: quantityTotal, from });
      const url = await feed();
      const text = async () => (await fetch(url)).text();
      const [event, ...others] = eventsOf(await text());
      expect(others).toEqual([]);
      expect(event?.end?.getUTCFullYear()).toBeGreaterThanOrEqual(from.getUTCFullYear() + 4);
      expect(await text()).toBe(await text());
      const today = localDateOf(from, ZONE);
      const query = { from: today, days: "10" };
      const { body } = await call(app.origin, getOwnerCalendar, { headers, query });
      expect(body[0]?.spans).toEqual([
        { kind: "overdue", startDate: today, endDate: addDays(today, 9), quantity: quantityTotal },
      ]);
    },
  );

  test("a listing's calendar feed gets one URL for concurrent requests", async () => {
    const { feed } = await ownItem();
    expect(new Set(await Promise.all(Array.from({ length: 8 }, feed))).size).toBe(1);
  });

  test("a listing's calendar feed shows when the item is unavailable, never who booked it", async () => {
    const { db } = database();
    const { itemId, feed } = await ownItem();
    const today = localDateOf(await readClock(db), ZONE);
    const renterUserId = await createUser(db, { firstName: "Canary", lastName: "Secretly" });
    const at = (index: number, hours: number) =>
      new Date(startOfDay(addDays(today, index), ZONE).getTime() + hours * 3_600_000);
    const base = { listingId: itemId, quantity: 1 };
    const booking = await placeHold(db, {
      ...base,
      renterUserId,
      bookingId: newId(),
      kind: "reservation",
      startAt: at(2, 9),
      endAt: at(4, 18),
    });
    const block = await placeHold(db, {
      ...base,
      kind: "block",
      startAt: at(7, 0),
      endAt: startOfDay(addDays(today, 9), ZONE),
    });
    const response = await fetch(await feed());
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    expect(text).not.toMatch(/Canary|Secretly|nexby\.example/);
    const events = eventsOf(text);
    expect(events).toMatchObject([
      { uid: `${booking}@${itemId}.nexby`, summary: "Booked", datetype: "date-time" },
      { uid: `${block}@${itemId}.nexby`, summary: "Not available", datetype: "date" },
    ]);
    expect([events[0]?.start.toISOString(), events[0]?.end?.toISOString()]).toEqual([
      at(2, 9).toISOString(),
      at(4, 18).toISOString(),
    ]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${addDays(today, 7).replaceAll("-", "")}\r\n`);
    expect(text).toContain(`DTEND;VALUE=DATE:${addDays(today, 9).replaceAll("-", "")}\r\n`);
    const calendar = ical.sync.parseICS(text).vcalendar as unknown as Record<string, string>;
    expect(calendar["WR-CALNAME"]).toBe(TITLE);
  });

  test("a listing's calendar feed is busy only while none of several units is left", async () => {
    const { db } = database();
    const { itemId, feed } = await ownItem(2);
    const today = localDateOf(await readClock(db), ZONE);
    const noon = (index: number) => new Date(startOfDay(addDays(today, index), ZONE).getTime() + 12 * 3_600_000);
    const book = (first: number, last: number, quantity = 1) =>
      placeHold(db, {
        listingId: itemId,
        quantity,
        bookingId: newId(),
        kind: "reservation",
        startAt: noon(first),
        endAt: noon(last),
      });
    await book(2, 6);
    await book(4, 8);
    await book(11, 12);
    const busy = async () =>
      eventsOf(await (await fetch(await feed())).text()).map(({ summary, start, end }) => [summary, start, end]);
    const days = (first: number, last: number) => ["Not available", noon(first), noon(last)].map(String);
    expect((await busy()).map((event) => event.map(String))).toEqual([days(4, 6)]);
    await book(20, 21, 2);
    expect((await busy()).map((event) => event.map(String))).toEqual([days(4, 6), days(20, 21)]);
  });

  test("a listing's calendar feed answers 304 while nothing changed", async () => {
    const { feed } = await ownItem();
    const url = await feed();
    const tag = (await fetch(url)).headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a listing's calendar feed is not found for an unknown token or a deleted listing", async () => {
    const { itemId, feed } = await ownItem();
    const url = await feed();
    await database().db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, itemId));
    expect((await fetch(url)).status).toBe(404);
    const unknown = { params: { token: `${"x".repeat(32)}.ics` } };
    expect((await callExpectingError(app.origin, downloadCalendarFeed, unknown)).status).toBe(404);
    expect((await callExpectingError(app.origin, downloadCalendarFeed, { params: { token: "x" } })).status).toBe(404);
  });

  test("a listing's calendar feed is not revealed to other users", async () => {
    const { itemId } = await ownItem();
    const headers = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: true });
    for (const endpoint of [getCalendarFeed, rotateCalendarFeed]) {
      expect((await callExpectingError(app.origin, endpoint, { params: { itemId }, headers })).status).toBe(404);
    }
  });
});
