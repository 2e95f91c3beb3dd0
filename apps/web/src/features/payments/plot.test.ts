import { describe, expect, it } from "vitest";
import { distinct, namedMonths, seriesOf, stackOf, statementYears, ticksFor } from "./plot.ts";

const series = (...values: number[][]) =>
  values.map((list, index) => ({ name: `Item ${index}`, totalCents: 0, rentalCount: 1, values: list }));

describe("earnings plot", () => {
  const items = ["a", "b", "c", "d", "e", "f"].map((id, index) => ({
    id,
    title: `Item ${id}`,
    earnedCents: 600 - 100 * index,
    rentalCount: index + 1,
  }));
  const month = (name: string, ...earned: [string, number][]) => ({
    month: name,
    earnedCents: 0,
    items: earned.map(([itemId, earnedCents]) => ({ itemId, earnedCents })),
  });

  it("the earnings plot shows items separately up to the series limit, and groups the lowest earners", () => {
    const months = [month("2026-10", ["a", 600], ["e", 150]), month("2026-11", ["e", 50], ["f", 100], ["b", 500])];
    const plotted = seriesOf({ months, items });
    expect(plotted.map(({ name }) => name)).toEqual(["Item a", "Item b", "Item c", "Item d", "2 other items"]);
    expect(plotted.map(({ values }) => values)).toEqual([
      [600, 0],
      [0, 500],
      [0, 0],
      [0, 0],
      [150, 150],
    ]);
    expect(plotted.at(-1)).toMatchObject({ totalCents: 300, rentalCount: 11 });
    expect(seriesOf({ months, items: items.slice(0, 5) })).toHaveLength(5);
    expect(seriesOf({ months, items: [] })).toEqual([]);
  });

  it("earnings plot numbers items with the same name", () => {
    expect(distinct(["Tent", "Drill", "Tent", "Tent"])).toEqual(["Tent", "Drill", "Tent (2)", "Tent (3)"]);
  });

  it("the earnings plot has ticks at round amounts that fit the highest bar and any losses", () => {
    expect(ticksFor(series([4_750, 0], [2_000, 100]), 2)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(ticksFor(series([11_500], [-700]), 1)).toEqual([-5_000, 0, 5_000, 10_000, 15_000]);
    expect(ticksFor(series([-300]), 1)).toEqual([-300, -200, -100, 0, 100]);
    expect(ticksFor([], 12)).toEqual([0, 100]);
    expect(ticksFor(series([123_456_789]), 1).at(-1)).toBeGreaterThanOrEqual(123_456_789);
  });

  it("the earnings plot stacks the parts of a bar, with losses below zero", () => {
    expect(stackOf(series([100], [0], [-30], [50], [-5]), 0)).toEqual([
      { series: 0, from: 0, to: 100 },
      { series: 2, from: 0, to: -30 },
      { series: 3, from: 100, to: 150 },
      { series: 4, from: -30, to: -35 },
    ]);
  });

  it("the earnings plot labels as many months as fit, including the last", () => {
    expect(namedMonths(4, 60, 36)).toEqual([0, 1, 2, 3]);
    expect(namedMonths(12, 20, 36)).toEqual([1, 3, 5, 7, 9, 11]);
  });
});

const months = [{ month: "2025-12" }, { month: "2026-01" }];

describe("statement years", () => {
  it.each([
    [null, ["2026"]],
    [2026, ["2026"]],
    [2022, ["2026", "2025", "2024", "2023", "2022"]],
  ])("since %s are %j", (firstYear, years) => expect(statementYears({ firstYear, months })).toEqual(years));
});
