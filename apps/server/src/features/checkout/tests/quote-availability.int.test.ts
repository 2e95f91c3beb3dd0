import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { addDays, localDate } from "@nexby/domain/kernel/calendar";
import { HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { items } from "../../../schema/listings.ts";
import { createUser } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { createPricedItem, milesAway, quoteClientOf } from "./quotes.fixture.ts";

const database = useTestDatabase();
let app: TestApp;
const { quote, calendar } = quoteClientOf(() => app);
const MONDAY = localDate("2035-06-04");
const at = (day: number, time: string) => new Date(`${addDays(MONDAY, day)}T${time}:00Z`);
const dates = (from: number, to = from) => ({ startDate: addDays(MONDAY, from), endDate: addDays(MONDAY, to) });

beforeAll(async () => {
  app = await startTestApp({ db: database().db, geocoding: milesAway });
});
afterAll(() => app.close());

const createUtcItem = (overrides: Partial<typeof items.$inferInsert> = {}) =>
  createPricedItem(database().db, { timezone: "UTC", ...overrides });
type HoldOptions = { kind?: "reservation" | "block" | "import" | "checkout"; quantity?: number; expiresAt?: Date };
const addHold = (listingId: string, startAt: Date, endAt: Date, { kind = "reservation", ...rest }: HoldOptions = {}) =>
  placeHold(database().db, { listingId, startAt, endAt, quantity: 1, kind, ...rest });
async function verdict(itemId: string, request: QuoteRequest): Promise<string> {
  const { isBookable, refusal, price } = await quote(itemId, request);
  expect(isBookable).toBe(refusal === null);
  expect(price).not.toBeNull();
  return refusal?.code ?? "bookable";
}

describe("[AVAIL-01] availability of the requested period", () => {
  test.each(["reservation", "block", "import"] as const)(
    "a %s blocks its days, whose price is still shown",
    async (kind) => {
      const itemId = await createUtcItem();
      await addHold(itemId, at(1, "09:00"), at(2, "18:00"), { kind });
      const verdicts = [dates(0), dates(0, 1), dates(1), dates(2, 4), dates(3), dates(0, 5)];
      expect(await Promise.all(verdicts.map((request) => verdict(itemId, request)))).toEqual([
        "bookable",
        "not_enough_units",
        "not_enough_units",
        "not_enough_units",
        "bookable",
        "not_enough_units",
      ]);
      expect((await quote(itemId, dates(1))).refusal?.message).toBe("Not available for these dates");
      const { days, timezone } = await calendar(itemId, MONDAY, 5);
      expect(timezone).toBe("UTC");
      expect(days.map(({ free }) => free)).toEqual([1, 0, 0, 1, 1]);
    },
  );

  test("a checkout holds its units by the app clock, then they become available without a sweep", async () => {
    const { db } = database();
    const itemId = await createUtcItem();
    const expiresAt = new Date((await readClock(db)).getTime() + 35 * 60_000);
    await addHold(itemId, at(1, "09:00"), at(1, "18:00"), { kind: "checkout", expiresAt });
    expect(await verdict(itemId, dates(1))).toBe("not_enough_units");
    await advanceClock(db, 36 * 60_000);
    expect(await verdict(itemId, dates(1))).toBe("bookable");
    expect((await calendar(itemId, addDays(MONDAY, 1), 1)).days).toMatchObject([{ free: 1 }]);
  });

  test("a late return blocks units even beyond the total stock", async () => {
    const itemId = await createUtcItem();
    await database().db.execute(sql`insert into inventory_holds (listing_id, start_time, end_time, quantity, kind, forced)
      values (${itemId}, ${at(1, "09:00")}, ${at(1, "10:00")}, 5, 'overdue', true)`);
    expect(await verdict(itemId, dates(1))).toBe("not_enough_units");
  });

  test("quantity is limited by peak usage, by the limits per booking and by the stock", async () => {
    const itemId = await createUtcItem({ quantityTotal: 5, quantityMinPerBooking: 2, quantityMaxPerBooking: 4 });
    await addHold(itemId, at(1, "09:00"), at(1, "18:00"), { quantity: 2 });
    await addHold(itemId, at(3, "09:00"), at(3, "18:00"), { quantity: 2 });
    const verdictFor = (quantity: number) => verdict(itemId, { ...dates(0, 4), quantity });
    expect(await Promise.all([1, 2, 3, 4, 5].map(verdictFor))).toEqual([
      "quantity_below_minimum",
      "bookable",
      "bookable",
      "not_enough_units",
      "quantity_above_maximum",
    ]);
    expect((await quote(itemId, { ...dates(0, 4), quantity: 4 })).refusal?.message).toBe(
      "Not all 4 are available for these dates",
    );
    const single = await createUtcItem({ quantityTotal: 5, allowQuantity: false });
    expect(await verdict(single, { ...dates(0), quantity: 2 })).toBe("quantity_not_offered");
    const two = await createUtcItem({ quantityTotal: 2 });
    expect(await verdict(two, { ...dates(0), quantity: 3 })).toBe("quantity_above_total");
  });

  test("the owner's days limit pickup and return days, and the owner's hours set when the item is away", async () => {
    const ownerId = await createUser(database().db, {
      defaultAvailableDays: ["friday", "sunday"],
      defaultPickupStart: "12:00",
      defaultDropoffEnd: "15:00",
    });
    const itemId = await createUtcItem({ ownerId });
    expect(await verdict(itemId, dates(4, 6))).toBe("bookable");
    const closed = await quote(itemId, dates(3, 6));
    expect(closed.refusal).toEqual({
      code: "pickup_day_closed",
      message: "The owner isn't available on Thursdays. Please choose another first day.",
    });
    expect(await verdict(itemId, dates(4, 5))).toBe("dropoff_day_closed");
    const { days } = await calendar(itemId, MONDAY, 7);
    expect(days.map(({ isHandoffDay }) => isHandoffDay)).toEqual([false, false, false, false, true, false, true]);

    await addHold(itemId, at(4, "08:00"), at(4, "12:00"), { kind: "block" });
    await addHold(itemId, at(6, "15:00"), at(6, "20:00"), { kind: "block" });
    expect(await verdict(itemId, dates(4, 6))).toBe("bookable");
    await addHold(itemId, at(6, "14:59"), at(6, "15:00"), { kind: "block" });
    expect(await verdict(itemId, dates(4, 6))).toBe("not_enough_units");
  });

  test("turnaround, rental length limits and a paused listing apply", async () => {
    const itemId = await createUtcItem({ turnaroundMinutes: 24 * 60, minRentalDays: 2, maxRentalDays: 3 });
    await addHold(itemId, at(5, "09:00"), at(6, "18:00"));
    const verdicts = [dates(3, 4), dates(2, 3), dates(7, 8), dates(8, 9), dates(0), dates(0, 3)];
    expect(await Promise.all(verdicts.map((request) => verdict(itemId, request)))).toEqual([
      "not_enough_units",
      "bookable",
      "not_enough_units",
      "bookable",
      "rental_too_short",
      "rental_too_long",
    ]);
    await database().db.update(items).set({ isAvailable: false }).where(eq(items.id, itemId));
    expect(await verdict(itemId, dates(8, 9))).toBe("item_unavailable");
    expect((await calendar(itemId, MONDAY, 1)).days).toMatchObject([{ free: 0, freeOvernight: 0 }]);
  });

  test("the calendar starts today in the item's time zone and offers exactly what the quote allows", async () => {
    const { db } = database();
    const ownerId = await createUser(db, { defaultAvailableDays: ["monday", "wednesday", "friday", "saturday"] });
    const itemId = await createPricedItem(db, {
      ownerId,
      timezone: "America/New_York",
      quantityTotal: 3,
      turnaroundMinutes: 600,
    });
    const { today } = await calendar(itemId, MONDAY, 1);
    expect(today).toBe((await readClock(db)).toLocaleDateString("en-CA", { timeZone: "America/New_York" }));
    const spans = fc.sample(fc.tuple(fc.nat({ max: 600 }), fc.integer({ min: 1, max: 60 })), { numRuns: 12, seed: 7 });
    for (const [start, hours] of spans) {
      const startAt = new Date(at(0, "00:00").getTime() + start * HOUR);
      // The database rejects holds beyond the stock, which is fine here.
      await addHold(itemId, startAt, new Date(startAt.getTime() + hours * HOUR)).catch(() => undefined);
    }
    const { days } = await calendar(itemId, MONDAY, 31);
    const ranges = fc.sample(fc.tuple(fc.nat({ max: 24 }), fc.nat({ max: 5 }), fc.integer({ min: 1, max: 3 })), {
      numRuns: 60,
      seed: 7,
    });
    const outcomes = new Set<boolean>();
    for (const [first, length, quantity] of ranges) {
      const range = days.slice(first, first + length + 1);
      const last = range.at(-1);
      const isOffered =
        range.every((day) => (day === last ? day.free : day.freeOvernight) >= quantity) &&
        range[0]?.isHandoffDay === true &&
        last?.isHandoffDay === true;
      const { isBookable } = await quote(itemId, { ...dates(first, first + length), quantity });
      expect([first, length, quantity, isBookable]).toEqual([first, length, quantity, isOffered]);
      outcomes.add(isBookable);
    }
    expect(outcomes.size).toBe(2);
  });
});
