import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE } from "../kernel/duration.ts";
import { type Hold, hasRoom, type Period, peakQuantity, soldOutPeriods } from "./occupancy.ts";

const NOW = new Date("2025-06-01T12:00:00Z");
/** Minutes from a fixed origin, so that the reference models can count them. */
const at = (minute: number) => new Date(NOW.getTime() + minute * MINUTE);
const minuteOf = (instant: Date) => (instant.getTime() - NOW.getTime()) / MINUTE;

type EndedHold = Hold & Period;
const hold = (start: number, end: number, rest: Partial<EndedHold> = {}): EndedHold => ({
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

const peak = (holds: Hold[], requested: Period, turnaroundMinutes = 0, except?: string) =>
  peakQuantity({ holds, period: requested, turnaroundMinutes, now: NOW, except });

describe("peak quantity", () => {
  test("the peak quantity leaves one of two units for Monday to Wednesday when one is booked Monday and the other Wednesday", () => {
    const day = 1440;
    const holds = [hold(0, day), hold(2 * day, 3 * day)];
    const request = { holds, period: period(0, 3 * day), turnaroundMinutes: 0, now: NOW, quantityTotal: 2 };
    expect(peak(holds, request.period)).toBe(1);
    expect(hasRoom({ ...request, quantity: 1 })).toBe(true);
    expect(hasRoom({ ...request, quantity: 2 })).toBe(false);
  });

  test("back-to-back stays collide only because of the turnaround, on either side", () => {
    for (const neighbor of [hold(0, 60), hold(120, 180)]) {
      expect(peak([neighbor], period(60, 120), 0)).toBe(0);
      expect(peak([neighbor], period(60, 120), 1)).toBe(1);
    }
    expect(peak([hold(0, 30)], period(60, 120), 30)).toBe(0);
    expect(peak([hold(150, 180)], period(60, 120), 30)).toBe(0);
    expect(peak([hold(149, 180)], period(60, 120), 30)).toBe(1);
  });

  test("the peak quantity ignores released and expired holds at once, but counts one that expires later", () => {
    expect(peak([hold(0, 60, { releasedAt: NOW })], period(0, 60))).toBe(0);
    expect(peak([hold(0, 60, { expiresAt: NOW })], period(0, 60))).toBe(0);
    expect(peak([hold(0, 60, { expiresAt: new Date(NOW.getTime() + 1) })], period(0, 60))).toBe(1);
  });

  test("the peak quantity ignores the request's own hold", () => {
    expect(peak([hold(0, 60, { id: "mine", quantity: 2 })], period(0, 90), 0, "mine")).toBe(0);
  });

  test("the peak quantity counts an overdue stay against others and never rejects it", () => {
    const holds = [hold(0, 60, { quantity: 2 }), hold(0, 90, { id: "overdue", forced: true })];
    const room = { holds, period: period(30, 60), turnaroundMinutes: 0, now: NOW, quantity: 1 };
    expect(hasRoom({ ...room, quantityTotal: 3 })).toBe(false);
    expect(hasRoom({ ...room, quantityTotal: 4 })).toBe(true);
    expect(hasRoom({ ...room, quantityTotal: 1, forced: true })).toBe(true);
  });

  test("a stay that ends before it starts neither takes units nor hides other stays", () => {
    expect(peak([hold(40, 20)], period(0, 60))).toBe(0);
    expect(peak([hold(40, 20), hold(25, 35)], period(0, 60))).toBe(1);
  });

  test("the peak quantity stays fast with thousands of holds", () => {
    const holds = Array.from({ length: 50_000 }, (_, i) => hold(i, i + 100, { id: `${i}` }));
    expect(peak(holds, period(0, 60_000))).toBe(100);
  });
});

describe("a hold without an end", () => {
  const missing: Hold = { ...hold(10, 20), endAt: null, forced: true };
  const other: Hold = { ...hold(30, 40), endAt: null, forced: true };

  test("a hold without an end takes its units at any later time", () => {
    expect(peakQuantity({ holds: [missing], period: hold(1_000, 1_001), turnaroundMinutes: 5, now: NOW })).toBe(1);
    expect(peakQuantity({ holds: [missing], period: hold(0, 5), turnaroundMinutes: 5, now: NOW })).toBe(0);
  });

  test("a hold without an end adds up with another one, and ends the sold-out periods with one that has no end", () => {
    const all = { holds: [other, missing], turnaroundMinutes: 0, now: NOW };
    expect(peakQuantity({ ...all, period: hold(50, 60) })).toBe(2);
    expect(soldOutPeriods({ ...all, quantityTotal: 2 })).toEqual([{ startAt: other.startAt, endAt: null }]);
  });
});

describe("sold-out periods", () => {
  const soldOut = (holds: Hold[], quantityTotal: number, turnaroundMinutes = 0) =>
    soldOutPeriods({ holds, quantityTotal, turnaroundMinutes, now: NOW }).map(({ startAt, endAt }) => [
      minuteOf(startAt),
      endAt && minuteOf(endAt),
    ]);

  test("sold-out periods are the times when no unit is left", () => {
    const holds = [hold(0, 60), hold(30, 90), hold(120, 150, { quantity: 2 }), hold(200, 300)];
    expect(soldOut(holds, 2)).toEqual([
      [30, 60],
      [120, 150],
    ]);
    expect(soldOut(holds, 3)).toEqual([]);
  });

  test("sold-out periods are one period when stays follow back to back, and include overbooked time", () => {
    expect(soldOut([hold(0, 60), hold(60, 90), hold(0, 90, { id: "other" }), hold(20, 40)], 2)).toEqual([[0, 90]]);
  });

  test("sold-out periods include the turnaround and ignore released and expired holds", () => {
    const gone = [hold(100, 200, { releasedAt: NOW }), hold(200, 300, { expiresAt: NOW })];
    expect(soldOut([hold(0, 60), ...gone], 1, 30)).toEqual([[0, 90]]);
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

/** Reference model that counts minute by minute. */
function minuteGridPeak(holds: EndedHold[], from: number, to: number, turnaround: number): number {
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

/** Reference model that mirrors the database guard's query line by line. */
function guardPeak(holds: EndedHold[], requested: Period, turnaround: number, skip: string): number {
  const [s, e] = [minuteOf(requested.startAt), minuteOf(requested.endAt)];
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

describe("peak quantity against reference models", () => {
  test("the peak quantity against reference models matches the minute-by-minute count", () => {
    fc.assert(
      fc.property(holdsOf(1), instants, fc.integer({ min: 1, max: 40 }), turnarounds, (holds, start, length, gap) => {
        const expected = minuteGridPeak(holds, start, start + length + gap, gap);
        expect(peak(holds, period(start, start + length), gap)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("the peak quantity against reference models matches the database guard, including stays of zero or negative length", () => {
    const lengths = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        holdsOf(-3),
        instants,
        lengths,
        turnarounds,
        fc.nat({ max: 14 }),
        (holds, start, length, gap, skip) => {
          const requested = period(start, start + length);
          expect(peak(holds, requested, gap, `${skip}`)).toBe(guardPeak(holds, requested, gap, `${skip}`));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("stays that are admitted one after another never exceed the stock, and none is rejected needlessly", () => {
    const requests = holdsOf(1).map((holds) =>
      holds.map((each) => ({ ...each, expiresAt: null, releasedAt: null, forced: false })),
    );
    fc.assert(
      fc.property(requests, turnarounds, fc.integer({ min: 1, max: 4 }), (stays, turnaroundMinutes, quantityTotal) => {
        const admitted: EndedHold[] = [];
        for (const stay of stays) {
          const { quantity } = stay;
          const isAdmitted = hasRoom({
            holds: admitted,
            period: stay,
            turnaroundMinutes,
            now: NOW,
            quantity,
            quantityTotal,
          });
          expect(minuteGridPeak([...admitted, stay], -50, 200, turnaroundMinutes) <= quantityTotal).toBe(isAdmitted);
          if (isAdmitted) admitted.push(stay);
        }
      }),
      { numRuns: 300 },
    );
  });
});
