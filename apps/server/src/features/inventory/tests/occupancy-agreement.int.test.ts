import { AVAILABILITY_REFUSALS, checkAvailability, type ItemRules } from "@nexby/domain/bookings/availability";
import { type Hold, hasRoom, peakQuantity } from "@nexby/domain/bookings/occupancy";
import { localDate, localTime, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { items } from "../../../schema/listings.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { holdMissingUnits, placeHold } from "../commands/place-hold.ts";
import { holdOfJson, holdsOfItem } from "../holds.queries.ts";

const database = useTestDatabase();

/** Number of random histories; `npm run prove -- occupancy 1000` overrides it. */
const HISTORIES = Number(process.env.PROVE_AMOUNT ?? 25);
const START = Date.UTC(2031, 0, 6);

type Step =
  | { do: "place"; from: number; length: number; quantity: number; expiresIn: number | null; isOverdue: boolean }
  | { do: "release"; pick: number }
  | { do: "extend"; pick: number; by: number }
  | { do: "goMissing"; pick: number }
  | { do: "comeBack"; pick: number }
  | { do: "wait"; minutes: number };

const slot = fc.integer({ min: 0, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      from: slot,
      length: fc.integer({ min: 1, max: 12 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      expiresIn: fc.option(fc.integer({ min: 1, max: 60 })),
      isOverdue: fc.integer({ min: 0, max: 19 }).map((draw) => draw === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("extend" as const), pick: fc.nat(), by: slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("goMissing" as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("comeBack" as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
);

const scenario = fc.record({
  quantityTotal: fc.integer({ min: 1, max: 4 }),
  turnaroundMinutes: fc.constantFrom(0, 30, 45, 120),
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
});

/** Half-hour slots, so that intervals often touch, where errors are most likely. */
const slotTime = (index: number) => new Date(START + index * 30 * MINUTE);

test("[AVAIL-01] the domain's rules and the database's guard agree on every random history and never exceed the total", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ quantityTotal, turnaroundMinutes, steps }) => {
      const { db } = database();
      const item = { quantityTotal, turnaroundMinutes };
      const listingId = await createItem(db, item);
      for (const current of steps) await play(db, listingId, item, current);
      expect(await highestUse(db, listingId, turnaroundMinutes)).toBeLessThanOrEqual(quantityTotal);
    }),
    { numRuns: HISTORIES },
  );
}, 3_600_000);

async function listHolds(db: Db, listingId: string): Promise<Hold[]> {
  const holds = holdsOfItem(sql`'1970-01-01'::timestamptz`, sql`'2200-01-01'::timestamptz`, sql`null::uuid`);
  const [row] = await db.select({ id: items.id, holds }).from(items).where(eq(items.id, listingId));
  return row?.holds.map(holdOfJson) ?? [];
}

async function play(db: Db, listingId: string, item: { quantityTotal: number; turnaroundMinutes: number }, step: Step) {
  const now = await readClock(db);
  const holds = await listHolds(db, listingId);
  const picked = (pick: number): Hold | undefined => holds[pick % Math.max(1, holds.length)];

  if (step.do === "wait") await advanceClock(db, step.minutes * MINUTE);
  if (step.do === "release") {
    const hold = picked(step.pick);
    const released = { releasedAt: sql`app_now()` };
    if (hold) await db.update(inventoryHolds).set(released).where(eq(inventoryHolds.id, hold.id));
  }
  if (step.do === "place") {
    const period = { startAt: slotTime(step.from), endAt: slotTime(step.from + step.length) };
    const expected = hasRoom({ ...item, holds, now, period, quantity: step.quantity, forced: step.isOverdue });
    // Half minutes, so that the clock is never exactly at an expiry while the test reads it twice.
    const expiresAt = step.expiresIn === null ? undefined : new Date(now.getTime() + (step.expiresIn + 0.5) * MINUTE);
    const placing = placeHold(db, {
      listingId,
      ...period,
      quantity: step.quantity,
      kind: step.isOverdue ? "overdue" : "checkout",
      ...(expiresAt && { expiresAt }),
    });
    expect(await succeeds(placing)).toBe(expected);
  }
  if (step.do === "goMissing") {
    const hold = picked(step.pick);
    if (!hold || hold.endAt === null) return;
    await holdMissingUnits(db, {
      bookingId: newId(),
      listingId,
      renterUserId: await createUser(db),
      quantity: hold.quantity,
      from: hold.startAt,
    });
  }
  if (step.do === "comeBack") {
    const hold = picked(step.pick);
    if (hold?.endAt !== null || !hold) return;
    const back = { endTime: new Date(hold.startAt.getTime() + 30 * MINUTE), expiresAt: null };
    await db.update(inventoryHolds).set(back).where(eq(inventoryHolds.id, hold.id));
  }
  if (step.do === "extend") {
    const hold = picked(step.pick);
    if (!hold || hold.endAt === null || hold.forced || hold.expiresAt === null) return;
    const period = { startAt: hold.startAt, endAt: new Date(hold.endAt.getTime() + step.by * 30 * MINUTE) };
    const expected = hasRoom({ ...item, holds, now, period, quantity: hold.quantity, except: hold.id });
    const extending = db
      .update(inventoryHolds)
      .set({ endTime: period.endAt, expiresAt: null })
      .where(eq(inventoryHolds.id, hold.id));
    expect(await succeeds(extending)).toBe(expected);
  }
}

async function succeeds(work: PromiseLike<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const isRejection = error instanceof AppError ? error.code === "units_unavailable" : hasExclusionCause(error);
    if (!isRejection) throw error;
    return false;
  }
}

const hasExclusionCause = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause && error.cause.code === "23P01";

/**
 * Brute force over every slot, independent of the guard's arithmetic. Late returns are left out because they may
 * exceed the stock.
 */
async function highestUse(db: Db, listingId: string, turnaroundMinutes: number): Promise<number> {
  const { rows } = await db.execute<{ peak: string | null }>(sql`
    select max(taken) as peak from (
      select sum(quantity) as taken
      from generate_series(0, 80 * 30 + 240, 15) as minute
      join inventory_holds on listing_id = ${listingId} and released_at is null and not forced
        and (expires_at is null or expires_at > app_now())
        and ${new Date(START)}::timestamptz + minute * interval '1 minute' >= start_time
        and ${new Date(START)}::timestamptz + minute * interval '1 minute' < end_time + ${turnaroundMinutes} * interval '1 minute'
      group by minute
    ) as use`);
  return Number(rows[0]?.peak ?? 0);
}

const WINDOW = { from: localTime("09:00"), to: localTime("18:00") };
const ITEM_RULES: ItemRules = {
  timezone: "America/New_York",
  isAvailable: true,
  minRentalDays: 1,
  maxRentalDays: 14,
  allowQuantity: true,
  quantityTotal: 2,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: null,
  turnaroundMinutes: 0,
};

test("[AVAIL-01] a requested period respects bookings, holds, the owner's windows and days, and the quantity", async () => {
  const { db } = database();
  const listingId = await createItem(db, { quantityTotal: 2 });
  const weekdays = new Set(WEEKDAYS.filter((day) => day !== "sunday"));
  const availabilityOf = async (startDate: string, endDate: string, quantity = 1, times = {}) => {
    const holds = await listHolds(db, listingId);
    const result = checkAvailability({
      item: ITEM_RULES,
      owner: { pickupWindow: WINDOW, dropoffWindow: WINDOW, availableDays: weekdays },
      request: { startDate: localDate(startDate), endDate: localDate(endDate), quantity, ...times },
      holds,
      now: await readClock(db),
    });
    return result.ok ? "available" : result.code;
  };
  const take = async (startDate: string, endDate: string, quantity: number, expiresAt?: Date) =>
    placeHold(db, {
      listingId,
      startAt: new Date(`${startDate}T13:00:00Z`),
      endAt: new Date(`${endDate}T22:00:00Z`),
      quantity,
      kind: "checkout",
      ...(expiresAt && { expiresAt }),
    });

  expect(await availabilityOf("2032-06-07", "2032-06-09", 2)).toBe("available");
  await take("2032-06-08", "2032-06-08", 1);
  expect(await availabilityOf("2032-06-07", "2032-06-09", 2)).toBe("not_enough_units");
  expect(await availabilityOf("2032-06-07", "2032-06-09", 1)).toBe("available");

  const soon = new Date((await readClock(db)).getTime() + 30 * MINUTE);
  await take("2032-06-07", "2032-06-07", 1, soon);
  expect(await availabilityOf("2032-06-07", "2032-06-07", 2)).toBe("not_enough_units");
  await advanceClock(db, 31 * MINUTE);
  expect(await availabilityOf("2032-06-07", "2032-06-07", 2)).toBe("available");

  expect(await availabilityOf("2032-06-07", "2032-06-13")).toBe("dropoff_day_closed");
  expect(await availabilityOf("2032-06-12", "2032-06-14")).toBe("available");
  expect(await availabilityOf("2032-06-07", "2032-06-08", 1, { pickupTime: localTime("07:00") })).toBe(
    "pickup_outside_window",
  );
  expect(await availabilityOf("2032-06-07", "2032-06-08", 3)).toBe("quantity_above_total");
  expect(await availabilityOf("2032-06-09", "2032-06-08")).toBe("end_before_start");
  expect(AVAILABILITY_REFUSALS).toContain("not_enough_units");
});

test("the database's peak equals the domain's for a window that cuts through holds", async () => {
  const { db } = database();
  const listingId = await createItem(db, { quantityTotal: 5, turnaroundMinutes: 30 });
  for (const [from, length] of [
    [0, 4],
    [2, 6],
    [8, 2],
    [9, 9],
  ] as const) {
    const period = { startAt: slotTime(from), endAt: slotTime(from + length) };
    await placeHold(db, { listingId, ...period, quantity: 1, kind: "block" });
  }
  const holds = await listHolds(db, listingId);
  const now = await readClock(db);
  for (let from = 0; from < 20; from += 1) {
    const period = { startAt: slotTime(from), endAt: slotTime(from + 3) };
    const { rows } = await db.execute<{ peak: string }>(
      sql`select inventory_peak(${listingId}, ${period.startAt}::timestamptz, ${period.endAt}::timestamptz, '30 minutes') as peak`,
    );
    expect(Number(rows[0]?.peak)).toBe(peakQuantity({ holds, now, turnaroundMinutes: 30, period }));
  }
});
