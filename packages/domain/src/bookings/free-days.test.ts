import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween, localDate, localTime } from "../kernel/calendar.ts";
import { instantOf } from "../kernel/zones.ts";
import { freeDays } from "./free-days.ts";
import { type Hold, peakQuantity } from "./occupancy.ts";

const NEW_YORK = "America/New_York";
const NOW = new Date("2025-05-01T00:00:00Z");
const HOUR = 3_600_000;

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
const free = (holds: Hold[], first: string, last: string, turnaroundMinutes = 0) =>
  freeDays({
    item: { timezone: NEW_YORK, quantityTotal: 2, turnaroundMinutes },
    firstDate: localDate(first),
    lastDate: localDate(last),
    holds,
    now: NOW,
  }).map((day) => day.free);

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
    expect(free(holds, "2025-06-02", "2025-06-02", 1)).toEqual([0]);
  });

  test("days begin and end at local midnight", () => {
    const holds = [hold(local("2025-06-02", "00:00"), local("2025-06-03", "00:00"))];
    expect(free(holds, "2025-06-01", "2025-06-03")).toEqual([2, 1, 2]);
    expect(free(holds, "2025-06-01", "2025-06-03", 1)).toEqual([2, 1, 1]);
  });

  test("a stay that began before the first date is seen, expired and released ones are not", () => {
    const [start, end] = [local("2025-05-20", "09:00"), local("2025-06-02", "18:00")];
    expect(free([hold(start, end)], "2025-06-01", "2025-06-03")).toEqual([1, 1, 2]);
    expect(free([hold(start, end, { expiresAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
    expect(free([hold(start, end, { releasedAt: NOW })], "2025-06-01", "2025-06-01")).toEqual([2]);
  });

  test("more out than there are is none free, not fewer", () => {
    const overdue = hold(local("2025-06-02", "09:00"), local("2025-06-02", "18:00"), { quantity: 5, forced: true });
    expect(free([overdue], "2025-06-02", "2025-06-02")).toEqual([0]);
  });

  test("a range that ends before it begins has no days", () => {
    expect(free([], "2025-06-02", "2025-06-01")).toEqual([]);
  });

  test("agrees with the peak of each day, over clock changes and in every zone", () => {
    const stays = fc.array(
      fc.record({
        start: fc.integer({ min: -100, max: 900 }),
        hours: fc.nat({ max: 120 }),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 15 },
    );
    const zones = fc.constantFrom(NEW_YORK, "America/Havana", "Australia/Lord_Howe", "Pacific/Chatham", "UTC");
    const months = fc.constantFrom("2025-03-01", "2025-04-01", "2025-10-01", "2025-11-01").map(localDate);
    fc.assert(
      fc.property(stays, zones, months, fc.constantFrom(0, 45), (wanted, timezone, firstDate, turnaroundMinutes) => {
        const origin = local(firstDate, "00:00", timezone).getTime();
        const holds = wanted.map(({ start, hours, quantity }, i) =>
          hold(new Date(origin + start * HOUR), new Date(origin + (start + hours) * HOUR), { id: `${i}`, quantity }),
        );
        const lastDate = addDays(firstDate, 29);
        const item = { timezone, quantityTotal: 4, turnaroundMinutes };
        const days = freeDays({ item, firstDate, lastDate, holds, now: NOW });
        expect(days).toHaveLength(daysBetween(firstDate, lastDate) + 1);
        for (const { date, free: units } of days) {
          // The day itself needs no turnaround, so the holds bring theirs and the question has none.
          const occupied = holds.map((each) => ({
            ...each,
            endAt: new Date(each.endAt.getTime() + turnaroundMinutes * 60_000),
          }));
          const period = {
            startAt: local(date, "00:00", timezone),
            endAt: local(addDays(date, 1), "00:00", timezone),
          };
          const peak = peakQuantity({ holds: occupied, period, turnaroundMinutes: 0, now: NOW });
          expect(units).toBe(Math.max(0, 4 - peak));
        }
      }),
      { numRuns: 60 },
    );
  });
});
