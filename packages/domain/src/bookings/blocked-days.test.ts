import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type LocalDate, localDate } from "../kernel/calendar.ts";
import { type DayRange, planBlocks, startOfDay, touchedDays } from "./calendar-days.ts";
import { allocateUnits, type Hold, hasRoom, type Occupancy, type Period } from "./occupancy.ts";

const ZONE = "America/New_York";
const NOW = new Date("2026-01-01T12:00:00Z");
const at = (text: string) => new Date(text);
type EndedHold = Hold & Period;
const hold = (startAt: Date, endAt: Date, quantity = 1): EndedHold => ({
  id: `${startAt.toISOString()} ${quantity}`,
  startAt,
  endAt,
  quantity,
  expiresAt: null,
  releasedAt: null,
  forced: false,
});
const days = (startDate: string, endDate = startDate): DayRange => ({
  startDate: localDate(startDate),
  endDate: localDate(endDate),
});

type Setting = { blocks?: EndedHold[]; holds?: EndedHold[]; quantityTotal?: number; turnaroundMinutes?: number };
const plan = (range: DayRange, isBlocked: boolean, setting: Setting = {}) => {
  const { blocks = [], holds = [], quantityTotal = 1, turnaroundMinutes = 0 } = setting;
  const occupancy = { holds, turnaroundMinutes, now: NOW };
  return planBlocks({ range, isBlocked, blocks, occupancy, quantityTotal, zone: ZONE });
};
const inDays = (allocations: ReturnType<typeof plan>) =>
  allocations.map((allocation) => {
    const { startDate, endDate } = touchedDays(allocation, ZONE);
    return `${startDate}..${endDate} x${allocation.quantity}`;
  });
const asHolds = (allocations: ReturnType<typeof plan>) =>
  allocations.map(({ startAt, endAt, quantity }) => hold(startAt, endAt, quantity));

describe("days touched by a period", () => {
  test("days touched by a period exclude the next day when the period ends at midnight", () => {
    const period = { startAt: at("2026-06-01T13:00:00Z"), endAt: at("2026-06-03T04:00:00Z") };
    expect(touchedDays(period, ZONE)).toEqual(days("2026-06-01", "2026-06-02"));
    const later = { ...period, endAt: at("2026-06-03T04:00:00.001Z") };
    expect(touchedDays(later, ZONE)).toEqual(days("2026-06-01", "2026-06-03"));
  });
});

describe("blocked days", () => {
  test.each([
    ["the 23-hour day in spring", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["the 25-hour day in fall", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ])("%s is blocked as one whole day", (_, day, startAt, endAt) => {
    expect(plan(days(day), true)).toEqual([{ startAt: at(startAt), endAt: at(endAt), quantity: 1 }]);
  });

  test("blocked days leave bookings in place and block the days around them", () => {
    const booking = hold(at("2026-06-03T13:00:00Z"), at("2026-06-04T22:00:00Z"));
    expect(inDays(plan(days("2026-06-01", "2026-06-07"), true, { holds: [booking] }))).toEqual([
      "2026-06-01..2026-06-02 x1",
      "2026-06-05..2026-06-07 x1",
    ]);
    expect(plan(days("2026-06-03", "2026-06-04"), true, { holds: [booking] })).toEqual([]);
  });

  test("blocked days block only the units that are free at each day's peak", () => {
    const holds = [
      hold(at("2026-06-02T13:00:00Z"), at("2026-06-02T15:00:00Z")),
      hold(at("2026-06-02T16:00:00Z"), at("2026-06-02T18:00:00Z")),
      hold(at("2026-06-03T13:00:00Z"), at("2026-06-03T22:00:00Z"), 3),
    ];
    expect(inDays(plan(days("2026-06-01", "2026-06-03"), true, { holds, quantityTotal: 3 }))).toEqual([
      "2026-06-01..2026-06-01 x1",
      "2026-06-01..2026-06-02 x2",
    ]);
  });

  test("blocked days keep both ends of a long block when its middle is unblocked", () => {
    const blocks = asHolds(plan(days("2026-06-01", "2026-06-10"), true));
    expect(inDays(plan(days("2026-06-04", "2026-06-05"), false, { blocks }))).toEqual([
      "2026-06-01..2026-06-03 x1",
      "2026-06-06..2026-06-10 x1",
    ]);
    expect(plan(days("2026-05-01", "2026-07-01"), false, { blocks })).toEqual([]);
  });

  test("blocked days merge adjacent blocks despite the turnaround time", () => {
    const setting = { turnaroundMinutes: 120 };
    const blocks = asHolds(plan(days("2026-06-01", "2026-06-02"), true, setting));
    expect(inDays(plan(days("2026-06-03"), true, { ...setting, blocks }))).toEqual(["2026-06-01..2026-06-03 x1"]);
  });

  test("blocked days end a day earlier when the block's turnaround would overlap a booking", () => {
    const holds = [hold(at("2026-06-04T05:00:00Z"), at("2026-06-04T22:00:00Z"))];
    const setting = { holds, turnaroundMinutes: 120 };
    expect(inDays(plan(days("2026-06-01", "2026-06-03"), true, setting))).toEqual(["2026-06-01..2026-06-02 x1"]);
  });
});

const FIRST = localDate("2026-10-20");
const SPAN = 24;
const dayAt = (index: number): LocalDate => addDays(FIRST, index);
const bookingHours = fc.record({
  from: fc.integer({ min: 0, max: SPAN * 24 }),
  hours: fc.integer({ min: 1, max: 90 }),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const step = fc.record({
  from: fc.integer({ min: 0, max: SPAN - 1 }),
  length: fc.integer({ min: 0, max: 8 }),
  isBlocked: fc.boolean(),
});

describe("any sequence of blocking and unblocking", () => {
  test("any sequence of blocking and unblocking blocks all free units on each requested day, unblocks the requested days, and never overbooks", () => {
    fc.assert(
      fc.property(
        fc.array(bookingHours, { maxLength: 6 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        (requests, steps, quantityTotal) => {
          const bookings = bookable(requests, quantityTotal);
          const model = new Map<LocalDate, number>();
          let blocks: EndedHold[] = [];
          for (const { from, length, isBlocked } of steps) {
            const range = { startDate: dayAt(from), endDate: dayAt(from + length) };
            blocks = asHolds(plan(range, isBlocked, { blocks, holds: bookings, quantityTotal }));
            for (let index = from; index <= from + length; index++) {
              model.set(dayAt(index), isBlocked ? freeOn(dayAt(index), bookings, quantityTotal) : 0);
            }
            expectToFit(blocks, bookings, quantityTotal);
          }
          for (let index = -2; index < SPAN + 12; index++) {
            const day = dayAt(index);
            const blocked = blocks
              .filter((block) => touchedDays(block, ZONE).startDate <= day && touchedDays(block, ZONE).endDate >= day)
              .reduce((units, block) => units + block.quantity, 0);
            expect([day, blocked]).toEqual([day, model.get(day) ?? 0]);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("any sequence of blocking and unblocking never overbooks with a turnaround time", () => {
    const edges = Array.from({ length: SPAN + 1 }, (_, index) => startOfDay(dayAt(index), ZONE));
    fc.assert(
      fc.property(
        fc.array(bookingHours, { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 4000 }),
        (requests, quantityTotal, turnaroundMinutes) => {
          const bookings = bookable(requests, quantityTotal, turnaroundMinutes);
          const occupancy = { holds: bookings, turnaroundMinutes, now: NOW };
          const allocations = asHolds(allocateUnits({ edges, occupancy, quantityTotal }));
          expectToFit(allocations, bookings, quantityTotal, turnaroundMinutes);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Admits the requests one after another as long as they fit. */
function bookable(
  requests: readonly { from: number; hours: number; quantity: number }[],
  quantityTotal: number,
  turnaroundMinutes = 0,
) {
  const bookings: EndedHold[] = [];
  for (const { from, hours, quantity } of requests) {
    const startAt = new Date(startOfDay(FIRST, ZONE).getTime() + from * 3_600_000);
    const request = hold(startAt, new Date(startAt.getTime() + hours * 3_600_000), quantity);
    const occupancy: Occupancy = { holds: bookings, turnaroundMinutes, now: NOW };
    if (hasRoom({ ...occupancy, period: request, quantity, quantityTotal })) bookings.push(request);
  }
  return bookings;
}

/** Reference implementation that counts hour by hour. */
function freeOn(day: LocalDate, bookings: readonly EndedHold[], quantityTotal: number): number {
  let free = quantityTotal;
  const end = startOfDay(addDays(day, 1), ZONE).getTime();
  for (let hour = startOfDay(day, ZONE).getTime(); hour < end; hour += 3_600_000) {
    const taken = bookings
      .filter(({ startAt, endAt }) => startAt.getTime() <= hour && hour < endAt.getTime())
      .reduce((units, { quantity }) => units + quantity, 0);
    free = Math.min(free, quantityTotal - taken);
  }
  return free;
}

function expectToFit(
  blocks: readonly EndedHold[],
  bookings: readonly EndedHold[],
  quantityTotal: number,
  turnaroundMinutes = 0,
) {
  const all = [...bookings, ...blocks].map((each, index) => ({ ...each, id: String(index) }));
  for (const each of all) {
    const occupancy: Occupancy = { holds: all, turnaroundMinutes, now: NOW, except: each.id };
    expect(hasRoom({ ...occupancy, period: each, quantity: each.quantity, quantityTotal })).toBe(true);
  }
}
