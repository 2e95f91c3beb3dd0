import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE } from "../kernel/duration.ts";
import { type Hold, hasRoom, type Period, peakOverall, peakQuantity } from "./occupancy.ts";

const NOW = new Date("2025-06-01T12:00:00Z");
/** Minutes from an arbitrary start, so that models can count them. */
const at = (minute: number) => new Date(NOW.getTime() + minute * MINUTE);
const minuteOf = (instant: Date) => (instant.getTime() - NOW.getTime()) / MINUTE;

const hold = (start: number, end: number, rest: Partial<Hold> = {}): Hold => ({
  id: `${start}-${end}`,
  startAt: at(start),
  endAt: at(end),
  quantity: 1,
  expiresAt: null,
  releasedAt: null,
  forced: false,
  ...rest,
});
const period = (start: number, end: number): Period => ({ startAt: at(start), endAt: at(end) });

const peak = (holds: Hold[], asked: Period, turnaroundMinutes = 0, except?: string) =>
  peakQuantity({ holds, period: asked, turnaroundMinutes, now: NOW, except });

describe("peak quantity", () => {
  test("Monday and Wednesday, one each of two, leave one from Monday to Wednesday", () => {
    const day = 1440;
    const holds = [hold(0, day), hold(2 * day, 3 * day)];
    const wanted = { holds, period: period(0, 3 * day), turnaroundMinutes: 0, now: NOW, quantityTotal: 2 };
    expect(peak(holds, wanted.period)).toBe(1);
    expect(hasRoom({ ...wanted, quantity: 1 })).toBe(true);
    expect(hasRoom({ ...wanted, quantity: 2 })).toBe(false);
  });

  test("touching stays collide only through the turnaround, on either side", () => {
    for (const neighbour of [hold(0, 60), hold(120, 180)]) {
      expect(peak([neighbour], period(60, 120), 0)).toBe(0);
      expect(peak([neighbour], period(60, 120), 1)).toBe(1);
    }
    expect(peak([hold(0, 30)], period(60, 120), 30)).toBe(0);
    expect(peak([hold(150, 180)], period(60, 120), 30)).toBe(0);
    expect(peak([hold(149, 180)], period(60, 120), 30)).toBe(1);
  });

  test("released and expired holds are free at once; one that expires later is not", () => {
    expect(peak([hold(0, 60, { releasedAt: NOW })], period(0, 60))).toBe(0);
    expect(peak([hold(0, 60, { expiresAt: NOW })], period(0, 60))).toBe(0);
    expect(peak([hold(0, 60, { expiresAt: new Date(NOW.getTime() + 1) })], period(0, 60))).toBe(1);
  });

  test("a hold does not stand in its own way", () => {
    expect(peak([hold(0, 60, { id: "mine", quantity: 2 })], period(0, 90), 0, "mine")).toBe(0);
  });

  test("an overdue stay counts against others and is never refused itself", () => {
    const holds = [hold(0, 60, { quantity: 2 }), hold(0, 90, { id: "overdue", forced: true })];
    const room = { holds, period: period(30, 60), turnaroundMinutes: 0, now: NOW, quantity: 1 };
    expect(hasRoom({ ...room, quantityTotal: 3 })).toBe(false);
    expect(hasRoom({ ...room, quantityTotal: 4 })).toBe(true);
    expect(hasRoom({ ...room, quantityTotal: 1, forced: true })).toBe(true);
  });

  test("a stay that ends before it begins takes nothing and hides nothing", () => {
    expect(peak([hold(40, 20)], period(0, 60))).toBe(0);
    expect(peak([hold(40, 20), hold(25, 35)], period(0, 60))).toBe(1);
  });

  test("thousands of holds are no burden", () => {
    const holds = Array.from({ length: 50_000 }, (_, i) => hold(i, i + 100, { id: `${i}` }));
    expect(peak(holds, period(0, 60_000))).toBe(100);
  });
});

const instants = fc.integer({ min: -20, max: 80 });
const turnarounds = fc.constantFrom(0, 1, 7, 30);
const holdsOf = (minLength: number) =>
  fc
    .array(
      fc
        .record({
          start: instants,
          length: fc.integer({ min: minLength, max: 30 }),
          quantity: fc.integer({ min: 1, max: 3 }),
          expiresAt: fc.constantFrom(null, null, at(-1), at(0), at(1)),
          releasedAt: fc.constantFrom(null, null, at(-5)),
          forced: fc.boolean(),
        })
        .map(({ start, length, ...rest }) => hold(start, start + length, rest)),
      { maxLength: 12 },
    )
    .map((holds) => holds.map((each, index) => ({ ...each, id: `${index}` })));

const isLive = (each: Hold) =>
  each.releasedAt === null && (each.expiresAt === null || each.expiresAt.getTime() > NOW.getTime());

/** Counts every minute, one by one. */
function minuteGridPeak(holds: Hold[], from: number, to: number, turnaround: number): number {
  let highest = 0;
  for (let minute = from; minute < to; minute++) {
    const inUse = holds.filter(
      (each) => isLive(each) && minuteOf(each.startAt) <= minute && minute < minuteOf(each.endAt) + turnaround,
    );
    highest = Math.max(
      highest,
      inUse.reduce((sum, each) => sum + each.quantity, 0),
    );
  }
  return highest;
}

/** The query of the database's guard, line by line. */
function guardPeak(holds: Hold[], asked: Period, turnaround: number, skip: string): number {
  const [s, e] = [minuteOf(asked.startAt), minuteOf(asked.endAt)];
  const occupied = holds
    .filter((each) => each.id !== skip && isLive(each))
    .map((each) => ({ s: minuteOf(each.startAt), e: minuteOf(each.endAt) + turnaround, q: each.quantity }))
    .filter((each) => each.s < e + turnaround && each.e > s);
  const points = [s, ...occupied.map((each) => each.s).filter((start) => start > s)];
  const loads = points.map((t) =>
    occupied.filter((each) => each.s <= t && t < each.e).reduce((sum, each) => sum + each.q, 0),
  );
  return Math.max(0, ...loads);
}

describe("peak quantity against models", () => {
  test("agrees with counting every minute", () => {
    fc.assert(
      fc.property(holdsOf(1), instants, fc.integer({ min: 1, max: 40 }), turnarounds, (holds, start, length, gap) => {
        const expected = minuteGridPeak(holds, start, start + length + gap, gap);
        expect(peak(holds, period(start, start + length), gap)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("agrees with the database's guard, stays of no length or less included", () => {
    const lengths = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        holdsOf(-3),
        instants,
        lengths,
        turnarounds,
        fc.nat({ max: 14 }),
        (holds, start, length, gap, skip) => {
          const asked = period(start, start + length);
          expect(peak(holds, asked, gap, `${skip}`)).toBe(guardPeak(holds, asked, gap, `${skip}`));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("the peak from now on agrees with counting every minute", () => {
    fc.assert(
      fc.property(holdsOf(1), turnarounds, (holds, gap) => {
        expect(peakOverall({ holds, turnaroundMinutes: gap, now: NOW })).toBe(minuteGridPeak(holds, 0, 200, gap));
      }),
      { numRuns: 500 },
    );
  });

  test("stays let in one after another never exceed the stock, and none is refused without need", () => {
    const wishes = holdsOf(1).map((holds) =>
      holds.map((each) => ({ ...each, expiresAt: null, releasedAt: null, forced: false })),
    );
    fc.assert(
      fc.property(wishes, turnarounds, fc.integer({ min: 1, max: 4 }), (wanted, turnaroundMinutes, quantityTotal) => {
        const admitted: Hold[] = [];
        for (const wish of wanted) {
          const { quantity } = wish;
          const isIn = hasRoom({ holds: admitted, period: wish, turnaroundMinutes, now: NOW, quantity, quantityTotal });
          expect(minuteGridPeak([...admitted, wish], -50, 200, turnaroundMinutes) <= quantityTotal).toBe(isIn);
          if (isIn) admitted.push(wish);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("peak from now on", () => {
  test("forgets what is over and sees what a longer turnaround would join", () => {
    const holds = [hold(-120, -60, { quantity: 9 }), hold(0, 60), hold(90, 120)];
    const overall = (turnaroundMinutes: number) => peakOverall({ holds, turnaroundMinutes, now: NOW });
    expect(overall(0)).toBe(1);
    expect(overall(30)).toBe(1);
    expect(overall(31)).toBe(2);
    expect(overall(61)).toBe(10);
    expect(peakOverall({ holds: [], turnaroundMinutes: 0, now: NOW })).toBe(0);
  });
});
