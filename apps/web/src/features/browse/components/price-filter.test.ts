import { describe, expect, it, test } from "vitest";
import { barHeights, centsOf, highestAt, lowestAt, thumbsOf } from "./price-filter.tsx";

const PRICES = [
  { fromCents: 0, toCents: 1000, count: 4 },
  { fromCents: 1000, toCents: 2000, count: 100 },
  { fromCents: 2000, toCents: null, count: 0 },
];
const range = (minCents: number | null, maxCents: number | null) => ({ minCents, maxCents });

describe("price slider", () => {
  test.each([
    [range(null, null), { low: 0, high: 3 }],
    [range(1000, 2000), { low: 1, high: 2 }],
    [range(1250, 1999), { low: 1, high: 2 }],
    [range(9900, null), { low: 2, high: 3 }],
    [range(null, 500), { low: 0, high: 1 }],
    [range(null, 9900), { low: 0, high: 3 }],
  ])("places %j at %j", (given, thumbs) => expect(thumbsOf(PRICES, given)).toEqual(thumbs));

  it("maps thumb positions to prices, with no limit at the ends", () => {
    expect([0, 1, 2].map((thumb) => lowestAt(PRICES, thumb))).toEqual([null, 1000, 2000]);
    expect([1, 2, 3].map((thumb) => highestAt(PRICES, thumb))).toEqual([1000, 2000, null]);
  });

  it("keeps small bars visible next to large ones, and hides empty ones", () => {
    expect(barHeights(PRICES)).toEqual([0.06, 1, 0]);
    expect(barHeights([])).toEqual([]);
  });

  test.each([
    ["25", 2500],
    [" $25.50 ", 2550],
    ["", null],
    ["-1", null],
    ["1e3", null],
    ["12,5", null],
    ["1,500", 150_000],
    ["$1,0000", 1_000_000],
    ["$1,500.50", 150_050],
  ])("parses %j as %j", (typed, cents) => expect(centsOf(typed)).toBe(cents));
});
