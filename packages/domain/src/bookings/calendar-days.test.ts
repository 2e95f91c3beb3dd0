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
const free = (...args: Parameters<typeof daysOf>) => daysOf(...args).map((day) => day.free);
const overnight = (...args: Parameters<typeof daysOf>) => daysOf(...args).map((day) => day.freeOvernight);

describe("available units per day", () => {
  test("available units per day are counted at the day's peak", () => {
    const holds = [
      hold(local("2025-06-02", "09:00"), local("2025-06-04", "18:00")),
      hold(local("2025-06-04", "12:00"), local("2025-06-04", "13:00")),
    ];
    expect(free(holds, "2025-06-01", "2025-06-05")).toEqual([2, 1, 1, 0, 2]);
  });

  test("available units per day count back-to-back stays on one day as one unit", () => {
    const holds = [
      hold(local("2025-06-02", "09:00"), local("2025-06-02", "12:00")),
      hold(local("2025-06-02", "12:00"), local("2025-06-02", "18:00")),
    ];
    expect(free(holds, "2025-06-02", "2025-06-02")).toEqual([1]);
    expect(free(holds, "2025-06-02", "2025-06-02", { item: { turnaroundMinutes: 1 } })).toEqual([0]);
  });

  test("available units per day leave the adjacent days available when the owner blocks days from midnight to midnight", () => {
    const holds = [hold(local("2025-06-02", "00:00"), local("2025-06-03", "00:00"), { quantity: 2 })];
    expect(free(holds, "2025-06-01", "2025-06-03")).toEqual([2, 0, 2]);
    expect(overnight(holds, "2025-06-01", "2025-06-03")).toEqual([0, 0, 2]);
  });

  test("available units per day stay available on both days around an overnight hold, but not for a rental spanning that night", () => {
    const holds = [hold(local("2025-06-02", "20:00"), local("2025-06-03", "06:00"), { quantity: 2 })];
    expect(free(holds, "2025-06-02", "2025-06-03")).toEqual([2, 2]);
    expect(overnight(holds, "2025-06-02", "2025-06-03")).toEqual([0, 2]);
  });

  test("available units per day are reduced by turnaround time on the next day and on the day before", () => {
    const holds = [hold(local("2025-06-03", "09:00"), local("2025-06-03", "18:00"))];
    const half = { item: { turnaroundMinutes: 12 * 60 } };
    const whole = { item: { turnaroundMinutes: 24 * 60 } };
    expect(free(holds, "2025-06-02", "2025-06-04", half)).toEqual([2, 1, 2]);
    expect(free(holds, "2025-06-02", "2025-06-04", whole)).toEqual([1, 1, 1]);
  });

  test("available units per day count a stay that started before the first date, but not expired or released ones", () => {
    const [start, end] = [local("2025-05-20", "09:00"), local("2025-06-02", "18:00")];
    expect(free([hold(start, end)], "2025-06-01", "2025-06-03")).toEqual([1, 1, 2]);
    expect(free([hold(start, end, { expiresAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
    expect(free([hold(start, end, { releasedAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
  });

  test("available units per day are zero, not negative, when overbooked, and zero for a paused item", () => {
    const overdue = hold(local("2025-06-02", "09:00"), local("2025-06-02", "18:00"), { quantity: 5, forced: true });
    expect(free([overdue], "2025-06-02", "2025-06-02")).toEqual([0]);
    expect(free([], "2025-06-02", "2025-06-02", { item: { isAvailable: false } })).toEqual([0]);
  });

  test("available units per day are empty for a range that ends before it starts", () => {
    expect(free([], "2025-06-02", "2025-06-01")).toEqual([]);
  });

  test("available units per day allow handoffs only on the owner's open days that respect the lead time", () => {
    const handoffs = (changes: Case) => daysOf([], "2025-06-05", "2025-06-07", changes).map((day) => day.isHandoffDay);
    expect(handoffs({ owner: { availableDays: new Set(["friday"]) } })).toEqual([false, true, false]);
    expect(handoffs({ now: local("2025-06-05", "07:00") })).toEqual([true, true, true]);
    expect(handoffs({ now: local("2025-06-05", "07:01") })).toEqual([false, true, true]);
    expect(handoffs({ now: local("2025-06-05", "09:00"), item: { leadHours: 48 } })).toEqual([false, false, true]);
  });
});

/** A range looks bookable when units are free every night and on the last day, and both ends are handoff days. */
function looksBookable(days: readonly AvailableDay[], quantity: number): boolean {
  const last = days.at(-1);
  const isFree = days.every((day) => (day === last ? day.free : day.freeOvernight) >= quantity);
  return isFree && days[0]?.isHandoffDay === true && last?.isHandoffDay === true;
}

test("[AVAIL-01] the calendar offers exactly what can be booked, across clock changes and in every time zone", () => {
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
  const requests = fc.record({
    day: fc.nat({ max: 14 }),
    length: fc.nat({ max: 5 }),
    quantity: fc.integer({ min: 1, max: 3 }),
  });
  const outcomes = { offered: 0, rejected: 0 };
  fc.assert(
    fc.property(stays, rules, owners, months, requests, (taken, given, owner, firstDate, { day, length, quantity }) => {
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
      outcomes[ok ? "offered" : "rejected"] += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(outcomes.offered, outcomes.rejected)).toBeGreaterThan(10);
});
