import { getOwnerCalendar, setBlockedDays } from "@nexby/contract/listings/owner-calendar";
import { startOfDay } from "@nexby/domain/bookings/calendar-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { and, eq, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { placeHold } from "../commands/place-hold.ts";

type Hold = typeof inventoryHolds.$inferInsert;

const ZONE = "America/New_York";
const database = useTestDatabase();
let app: TestApp;
let today: LocalDate;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
  today = localDateOf(await readClock(database().db), ZONE);
});
afterAll(() => app.close());

const day = (index: number) => addDays(today, index);
const headersOf = (id: string) => asViewer({ id, isApproved: true, isAdmin: false });

async function ownItem(terms: Parameters<typeof createItem>[1] = {}) {
  const { db } = database();
  const ownerId = await createUser(db);
  const itemId = await createItem(db, { ...terms, ownerId });
  const headers = headersOf(ownerId);
  return { ownerId, itemId, headers, set: blocker(itemId, headers) };
}

const blocker =
  (itemId: string, headers: Record<string, string>) =>
  (isBlocked: boolean, first: number, last = first) =>
    call(app.origin, setBlockedDays, {
      params: { itemId },
      headers,
      body: { startDate: day(first), endDate: day(last), isBlocked },
    });

const at = (index: number, hour: number) => new Date(startOfDay(day(index), ZONE).getTime() + hour * 3_600_000);

/** From 9 AM to 6 PM, like most bookings. */
function book(listingId: string, first: number, last: number, quantity = 1) {
  return placeHold(database().db, {
    listingId,
    startAt: at(first, 9),
    endAt: at(last, 18),
    quantity,
    kind: "reservation",
    bookingId: newId(),
  });
}

const liveHolds = (itemId: string) =>
  database()
    .db.select()
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.listingId, itemId), isNull(inventoryHolds.releasedAt)))
    .orderBy(inventoryHolds.startTime);
const spansOf = async (headers: Record<string, string>, from = 0, days = 60) => {
  const { body } = await call(app.origin, getOwnerCalendar, {
    headers,
    query: { from: day(from), days: String(days) },
  });
  return body.map(({ title, spans }) => ({ title, spans }));
};

describe("the owner's calendar", () => {
  test("the owner's calendar shows own items, newest first, with their holds in the window, in days of their time zone", async () => {
    const { db } = database();
    const { ownerId, itemId, headers } = await ownItem({ title: "Tent", createdAt: new Date("2026-01-01") });
    await createItem(db, { ownerId, title: "Boat", quantityTotal: 2, timezone: "Pacific/Auckland" });
    await createItem(db, { ownerId, title: "Gone", deletedAt: new Date() });
    await createItem(db, { title: "Somebody's" });
    await book(itemId, 3, 5);
    await book(itemId, 40, 41);
    const { body } = await call(app.origin, getOwnerCalendar, { headers, query: { from: today, days: "31" } });
    expect(body.map(({ title }) => title)).toEqual(["Boat", "Tent"]);
    expect(body[1]).toEqual({
      itemId,
      title: "Tent",
      cover: null,
      isAvailable: true,
      quantityTotal: 1,
      today,
      spans: [{ kind: "reservation", startDate: day(3), endDate: day(5), quantity: 1 }],
    });
    expect(body[0]?.today).toBe(localDateOf(await readClock(db), "Pacific/Auckland"));
  });

  test("the owner's calendar respects the first and last day of a window exactly", async () => {
    const { itemId, headers } = await ownItem();
    await book(itemId, 3, 5);
    expect((await spansOf(headers, 6, 5))[0]?.spans).toEqual([]);
    expect((await spansOf(headers, 5, 1))[0]?.spans).toHaveLength(1);
    expect((await spansOf(headers, 1, 2))[0]?.spans).toEqual([]);
    expect((await spansOf(headers, 1, 3))[0]?.spans).toHaveLength(1);
  });

  test("the owner's calendar leaves out released and expired holds", async () => {
    const { db } = database();
    const { itemId, headers } = await ownItem({ quantityTotal: 3 });
    const now = await readClock(db);
    const hold = { listingId: itemId, startAt: startOfDay(day(2), ZONE), endAt: startOfDay(day(3), ZONE), quantity: 1 };
    await placeHold(db, { ...hold, kind: "checkout", expiresAt: new Date(now.getTime() - 1000) });
    await placeHold(db, { ...hold, kind: "checkout", expiresAt: new Date(now.getTime() + 600_000) });
    await db
      .update(inventoryHolds)
      .set({ releasedAt: sql`app_now()` })
      .where(eq(inventoryHolds.id, await placeHold(db, { ...hold, kind: "block" })));
    expect((await spansOf(headers))[0]?.spans).toEqual([
      { kind: "checkout", startDate: day(2), endDate: day(2), quantity: 1 },
    ]);
  });

  test("the owner's calendar keeps rentals that are over, without bookings that were canceled or given back before", async () => {
    const { db } = database();
    const { ownerId, itemId, headers } = await ownItem({ quantityTotal: 3 });
    const rentOut = async (first: number, last: number, status: "closed" | "canceled", hold: Partial<Hold>) => {
      const period = { startAt: at(first, 9), endAt: at(last, 18) };
      const shares = { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 };
      const ended = {
        closed: { closedAt: period.endAt },
        canceled: {
          canceledAt: period.endAt,
          canceledBy: "admin",
          cancellation: { percent: 100, refundCents: 0, shares },
        },
      } as const;
      const { id: bookingId } = await createBooking(db, { ...period, ownerId, itemId, status, ...ended[status] });
      const holdId = await placeHold(db, { listingId: itemId, ...period, quantity: 1, kind: "reservation", bookingId });
      await db.update(inventoryHolds).set(hold).where(eq(inventoryHolds.id, holdId));
    };
    const swept = { expiresAt: at(-10, 20), releasedAt: at(-9, 20) };
    await rentOut(-12, -10, "closed", swept);
    await rentOut(-5, -3, "closed", { expiresAt: at(-3, 20) });
    await rentOut(-12, -10, "canceled", swept);
    await rentOut(-5, -3, "closed", { releasedAt: at(-6, 12) });
    expect((await spansOf(headers, -30))[0]?.spans).toEqual([
      { kind: "reservation", startDate: day(-12), endDate: day(-10), quantity: 1 },
      { kind: "reservation", startDate: day(-5), endDate: day(-3), quantity: 1 },
    ]);
    expect((await spansOf(headers))[0]?.spans).toEqual([]);
  });

  test.each<Record<string, string>>([
    {},
    { from: "2026-02-30" },
    { from: "2026-01-01", days: "371" },
    { from: "9999-12-31" },
  ])("the owner's calendar rejects %j", async (query) => {
    const { headers } = await ownItem();
    expect((await callExpectingError(app.origin, getOwnerCalendar, { headers, query })).status).toBe(400);
  });
});

describe("blocking days", () => {
  test("blocking days covers whole days in the item's time zone, including days of clock changes", async () => {
    const { itemId, set } = await ownItem();
    const hoursOf = (index: number) =>
      (startOfDay(day(index + 1), ZONE).getTime() - startOfDay(day(index), ZONE).getTime()) / 3_600_000;
    const changes = Array.from({ length: 400 }, (_, index) => index + 1).filter((index) => hoursOf(index) !== 24);
    expect(changes.slice(0, 2).map(hoursOf).sort()).toEqual([23, 25]);
    for (const index of changes.slice(0, 2)) {
      const { body } = await set(true, index);
      expect(body.spans).toEqual([{ kind: "block", startDate: day(index), endDate: day(index), quantity: 1 }]);
    }
    expect((await liveHolds(itemId)).map(({ startTime, endTime }) => [startTime, endTime])).toEqual(
      changes.slice(0, 2).map((index) => [startOfDay(day(index), ZONE), startOfDay(day(index + 1), ZONE)]),
    );
  });

  test("blocking days is idempotent, and unblocking available days changes nothing", async () => {
    const { itemId, set } = await ownItem({ turnaroundMinutes: 90 });
    await set(true, 3, 6);
    const first = await liveHolds(itemId);
    await set(true, 3, 6);
    await set(true, 4, 5);
    await set(false, 10, 12);
    expect(await liveHolds(itemId)).toEqual(first);
    await set(true, 7, 8);
    expect(await liveHolds(itemId)).toHaveLength(1);
  });

  test("blocking days leaves bookings in place, and is rejected if no day is available", async () => {
    const { itemId, headers, set } = await ownItem({ quantityTotal: 2 });
    await book(itemId, 4, 5, 2);
    await book(itemId, 7, 7);
    const { body } = await set(true, 3, 8);
    expect(body.spans).toEqual(
      expect.arrayContaining([
        { kind: "reservation", startDate: day(4), endDate: day(5), quantity: 2 },
        { kind: "block", startDate: day(3), endDate: day(3), quantity: 2 },
        { kind: "block", startDate: day(6), endDate: day(8), quantity: 1 },
      ]),
    );
    const response = await callExpectingError(app.origin, setBlockedDays, {
      params: { itemId },
      headers,
      body: { startDate: day(4), endDate: day(5), isBlocked: true },
    });
    expect([response.status, response.error.code]).toEqual([409, "units_unavailable"]);
    await set(false, 3, 8);
    expect((await liveHolds(itemId)).map(({ kind }) => kind)).toEqual(["reservation", "reservation"]);
  });

  test("blocking days publishes one event per change, and none if nothing changed", async () => {
    const { itemId, set } = await ownItem();
    const events = async () =>
      (
        await database().db.execute(sql`
          select type from realtime_events where audience = ${`item:${itemId}`} and type = 'availability_changed'`)
      ).rows.length;
    await set(true, 3, 6);
    expect(await events()).toBe(1);
    await set(true, 3, 6);
    expect(await events()).toBe(1);
    await set(false, 4);
    expect(await events()).toBe(2);
  });

  test("blocking days rejects past days, days too far ahead and days in the wrong order", async () => {
    const { itemId, headers } = await ownItem();
    const detailsFor = async (startDate: LocalDate, endDate: LocalDate) =>
      (
        await callExpectingError(app.origin, setBlockedDays, {
          params: { itemId },
          headers,
          body: { startDate, endDate, isBlocked: true },
        })
      ).error.details;
    expect(await detailsFor(day(-1), day(3))).toMatchObject([{ field: "startDate" }]);
    expect(await detailsFor(day(1), day(731))).toMatchObject([{ field: "endDate" }]);
    expect(await detailsFor(day(3), day(2))).toEqual([
      { field: "endDate", message: "End date must be after or equal to start date" },
    ]);
  });

  test("blocking days returns 404 for another user's item", async () => {
    const { itemId } = await ownItem();
    const headers = headersOf(await createUser(database().db));
    const body = { startDate: day(1), endDate: day(2), isBlocked: true };
    const response = await callExpectingError(app.origin, setBlockedDays, { params: { itemId }, headers, body });
    expect(response.status).toBe(404);
    expect(await liveHolds(itemId)).toEqual([]);
  });

  test("blocking days never exceeds the stock together with concurrent bookings", async () => {
    const { itemId, headers } = await ownItem({ quantityTotal: 3 });
    const body = { startDate: day(1), endDate: day(6), isBlocked: true };
    const blocks = Array.from({ length: 4 }, () =>
      fetch(`${app.origin}/api/owner/items/${itemId}/blocked-days`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const bookings = Array.from({ length: 12 }, (_, index) =>
      book(itemId, 1 + (index % 4), 2 + (index % 4) + (index % 3)),
    );
    const results = await Promise.allSettled(bookings);
    const statuses = (await Promise.all(blocks)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(results.every((one) => one.status === "fulfilled" || one.reason.code === "units_unavailable")).toBe(true);
    const { rows } = await database().db.execute<{ peak: string }>(sql`
      select inventory_peak(${itemId}, app_now(), app_now() + interval '30 days', interval '0') as peak`);
    expect(Number(rows[0]?.peak)).toBe(3);
  });

  test("blocking days matches a simple model of days for any sequence, and never changes a booking", async () => {
    const blockRequest = fc.record({
      from: fc.integer({ min: 1, max: 20 }),
      length: fc.integer({ min: 0, max: 6 }),
      isBlocked: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(blockRequest, { minLength: 1, maxLength: 6 }), async (requests) => {
        const { itemId, headers, set } = await ownItem();
        await book(itemId, 5, 7);
        await book(itemId, 14, 14);
        const booked = new Set([5, 6, 7, 14]);
        const before = (await liveHolds(itemId)).map(({ id, startTime, endTime }) => ({ id, startTime, endTime }));
        const model = new Set<number>();
        for (const { from, length, isBlocked } of requests) {
          const requestedDays = Array.from({ length: length + 1 }, (_, index) => from + index);
          const isFullyBooked = isBlocked && requestedDays.every((index) => booked.has(index));
          if (!isFullyBooked) await set(isBlocked, from, from + length);
          for (const index of requestedDays) if (isBlocked && !booked.has(index)) model.add(index);
          for (const index of requestedDays) if (!isBlocked) model.delete(index);
        }
        const spans = (await spansOf(headers))[0]?.spans ?? [];
        const blocked = Array.from({ length: 40 }, (_, index) => index).filter((index) =>
          spans.some(
            ({ kind, startDate, endDate }) => kind === "block" && startDate <= day(index) && day(index) <= endDate,
          ),
        );
        expect(blocked).toEqual([...model].sort((a, b) => a - b));
        const after = (await liveHolds(itemId)).filter(({ kind }) => kind === "reservation");
        expect(after.map(({ id, startTime, endTime }) => ({ id, startTime, endTime }))).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});
