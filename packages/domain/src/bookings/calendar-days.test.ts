import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween, localDate, localTime, WEEKDAYS } from "../kernel/calendar.ts";
import { HOUR } from "../kernel/duration.ts";
import { instantOf } from "../kernel/zones.ts";
import { ITEM, NEW_YORK, OWNER, window } from "./availability.fixture.ts";
import { checkAvailability, type ItemRules, type OwnerRules } from "./availability.ts";
import { type AvailableDay, availableDaysOf } from "./calendar-days.ts";
import type { Hold } from "./occupancy.ts";

const NOW = new Date("2025-05-01T00:00:00Z");

const local = (date: string, time: string, zone = NEW_YORK) => instantOf(localDate(date), localTime(time), zone);
const hold = (startAt: Date, endAt: Date, rest: Partial<Hold> = {}): Hold => ({
  id: startAt.toISOString(),
  startAt,
  endAt,
  quantity: 1,
  expiresAt: null,
  releasedAt: null,
  forced: false,
  ...rest,
});
type Case = { item?: Partial<ItemRules>; owner?: Partial<OwnerRules>; now?: Date };
const daysOf = (holds: Hold[], first: string, last: string, { item, owner, now = NOW }: Case = {}) =>
  availableDaysOf({
    item: { ...ITEM, quantityTotal: 2, ...item },
    owner: { ...OWNER, ...owner },
    firstDate: localDate(first),
    lastDate: localDate(last),
    holds,
    now,
  });
const free = (...asked: Parameters<typeof daysOf>) => daysOf(...asked).map((day) => day.free);
const overnight = (...asked: Parameters<typeof daysOf>) => daysOf(...asked).map((day) => day.freeOvernight);

describe("free units per day", () => {
  test("a day counts its busiest instant", () => {
    const holds = [
      hold(local("2025-06-02", "09:00"), local("2025-06-04", "18:00")),
      hold(local("2025-06-04", "12:00"), local("2025-06-04", "13:00")),
    ];
    expect(free(holds, "2025-06-01", "2025-06-05")).toEqual([2, 1, 1, 0, 2]);
  });

  test("two stays one after the other on one day take one unit", () => {
    const holds = [
      hold(local("2025-06-02", "09:00"), local("2025-06-02", "12:00")),
      hold(local("2025-06-02", "12:00"), local("2025-06-02", "18:00")),
    ];
    expect(free(holds, "2025-06-02", "2025-06-02")).toEqual([1]);
    expect(free(holds, "2025-06-02", "2025-06-02", { item: { turnaroundMinutes: 1 } })).toEqual([0]);
  });

  test("days that the owner keeps, from midnight to midnight, leave the days beside them", () => {
    const holds = [hold(local("2025-06-02", "00:00"), local("2025-06-03", "00:00"), { quantity: 2 })];
    expect(free(holds, "2025-06-01", "2025-06-03")).toEqual([2, 0, 2]);
    expect(overnight(holds, "2025-06-01", "2025-06-03")).toEqual([0, 0, 2]);
  });

  test("what takes only a night leaves its days, but not for a rental over that night", () => {
    const holds = [hold(local("2025-06-02", "20:00"), local("2025-06-03", "06:00"), { quantity: 2 })];
    expect(free(holds, "2025-06-02", "2025-06-03")).toEqual([2, 2]);
    expect(overnight(holds, "2025-06-02", "2025-06-03")).toEqual([0, 2]);
  });

  test("time between rentals reaches into the next day, and back into the day before", () => {
    const holds = [hold(local("2025-06-03", "09:00"), local("2025-06-03", "18:00"))];
    const half = { item: { turnaroundMinutes: 12 * 60 } };
    const whole = { item: { turnaroundMinutes: 24 * 60 } };
    expect(free(holds, "2025-06-02", "2025-06-04", half)).toEqual([2, 1, 2]);
    expect(free(holds, "2025-06-02", "2025-06-04", whole)).toEqual([1, 1, 1]);
  });

  test("a stay that began before the first date is seen, expired and released ones are not", () => {
    const [start, end] = [local("2025-05-20", "09:00"), local("2025-06-02", "18:00")];
    expect(free([hold(start, end)], "2025-06-01", "2025-06-03")).toEqual([1, 1, 2]);
    expect(free([hold(start, end, { expiresAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
    expect(free([hold(start, end, { releasedAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
  });

  test("more out than there are is none free, not fewer; of a paused item none is", () => {
    const overdue = hold(local("2025-06-02", "09:00"), local("2025-06-02", "18:00"), { quantity: 5, forced: true });
    expect(free([overdue], "2025-06-02", "2025-06-02")).toEqual([0]);
    expect(free([], "2025-06-02", "2025-06-02", { item: { isAvailable: false } })).toEqual([0]);
  });

  test("a range that ends before it begins has no days", () => {
    expect(free([], "2025-06-02", "2025-06-01")).toEqual([]);
  });

  test("things change hands on open days that are not too soon", () => {
    const handoffs = (asked: Case) => daysOf([], "2025-06-05", "2025-06-07", asked).map((day) => day.isHandoffDay);
    expect(handoffs({ owner: { availableDays: new Set(["friday"]) } })).toEqual([false, true, false]);
    expect(handoffs({ now: local("2025-06-05", "07:00") })).toEqual([true, true, true]);
    expect(handoffs({ now: local("2025-06-05", "07:01") })).toEqual([false, true, true]);
    expect(handoffs({ now: local("2025-06-05", "09:00"), item: { leadHours: 48 } })).toEqual([false, false, true]);
  });
});

/** What a calendar shows as possible: units over every night between, and on the last day. */
function looksBookable(days: readonly AvailableDay[], quantity: number): boolean {
  const last = days.at(-1);
  const isFree = days.every((day) => (day === last ? day.free : day.freeOvernight) >= quantity);
  return isFree && days[0]?.isHandoffDay === true && last?.isHandoffDay === true;
}

test("[AVAIL-01] the calendar offers exactly what can be booked, over clock changes and in every zone", () => {
  const stays = fc.array(
    fc.record({
      start: fc.integer({ min: -100, max: 480 }),
      hours: fc.integer({ min: 1, max: 90 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 8 },
  );
  const rules = fc.record({
    timezone: fc.constantFrom(NEW_YORK, "America/Havana", "Australia/Lord_Howe", "Pacific/Chatham", "UTC"),
    turnaroundMinutes: fc.constantFrom(0, 45, 900, 2000),
    setupMinutes: fc.constantFrom(0, 30, 1440),
    leadHours: fc.constantFrom(0, 60),
    isAvailable: fc.boolean(),
  });
  const owners = fc.record({
    pickupWindow: fc.constantFrom(window("00:00", "08:00"), window("09:00", "18:00"), window("12:00", "13:00")),
    dropoffWindow: fc.constantFrom(window("09:00", "18:00"), window("12:00", "23:59")),
    availableDays: fc.subarray([...WEEKDAYS], { minLength: 3 }).map((days) => new Set(days)),
  });
  const months = fc.constantFrom("2025-03-01", "2025-04-01", "2025-10-01", "2025-11-01").map(localDate);
  const asked = fc.record({
    day: fc.nat({ max: 14 }),
    length: fc.nat({ max: 5 }),
    quantity: fc.integer({ min: 1, max: 3 }),
  });
  const outcomes = { offered: 0, refused: 0 };
  fc.assert(
    fc.property(stays, rules, owners, months, asked, (taken, given, owner, firstDate, { day, length, quantity }) => {
      const item = { ...ITEM, ...given, quantityTotal: 4 };
      const origin = local(firstDate, "00:00", item.timezone).getTime();
      const holds = taken.map(({ start, hours, quantity: units }, i) =>
        hold(new Date(origin + start * HOUR), new Date(origin + (start + hours) * HOUR), {
          id: `${i}`,
          quantity: units,
        }),
      );
      const now = new Date(origin);
      const days = availableDaysOf({ item, owner, firstDate, lastDate: addDays(firstDate, 20), holds, now });
      expect(days).toHaveLength(21);
      const request = { startDate: addDays(firstDate, day), endDate: addDays(firstDate, day + length), quantity };
      const { ok } = checkAvailability({ item, owner, request, holds, now });
      const range = days.slice(day, day + daysBetween(request.startDate, request.endDate) + 1);
      expect(looksBookable(range, quantity)).toBe(ok);
      outcomes[ok ? "offered" : "refused"] += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(outcomes.offered, outcomes.refused)).toBeGreaterThan(10);
});
