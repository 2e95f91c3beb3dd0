import { describe, expect, test } from "vitest";
import { localDate } from "../kernel/calendar.ts";
import { hasCommonDay, isSameRule, type TaxPlace, type TaxRate, taxRateFor } from "./tax-rate.ts";

const rate = (id: string, taxRate: number, changes: Partial<TaxRate> & { state?: string }): TaxRate => ({
  id,
  taxRate,
  state: "TX",
  county: null,
  city: null,
  zipCode: null,
  taxType: "sales",
  effectiveDate: localDate("2020-01-01"),
  expirationDate: null,
  isActive: true,
  ...changes,
});

const ROWS = [
  rate("1", 6.25, {}),
  rate("2", 7.25, { county: "Travis" }),
  rate("3", 8.25, { city: "Austin", expirationDate: localDate("2025-12-31") }),
  rate("4", 8.375, { city: "Austin", effectiveDate: localDate("2026-01-01") }),
  rate("5", 8.5, { zipCode: "78701", effectiveDate: localDate("2025-07-01") }),
  rate("6", 9.99, { zipCode: "78702", isActive: false }),
  rate("7", 8, { city: "Austin", taxType: "food" }),
  rate("8", 8.875, { state: "NY", city: "New York" }),
];

const austin = (zipCode: string): TaxPlace => ({ state: "TX", county: "Travis", city: "Austin", zipCode });

describe("[TAX-01] the most specific rate in force", () => {
  test.each([
    ["T1 the city's rate", austin("78704"), "2025-06-10", "rental", "3"],
    [
      "T2 the ZIP's rate, however the place is written",
      { ...austin("78701-1234"), city: " AUSTIN " },
      "2025-07-01",
      "rental",
      "5",
    ],
    ["T3 the city's rate on the day before the ZIP's takes effect", austin("78701"), "2025-06-30", "rental", "3"],
    ["T4 the city's next rate, skipping an inactive one", austin("78702"), "2026-01-01", "rental", "4"],
    ["T5 the county's rate", { ...austin("78660"), city: "Pflugerville" }, "2025-06-10", "rental", "2"],
    [
      "T6 the state's rate",
      { state: "TX", county: "Bell", city: "Temple", zipCode: "76501" },
      "2025-06-10",
      "rental",
      "1",
    ],
    ["T7 the food rate, before a more specific one of another type", austin("78701"), "2025-07-10", "food", "7"],
    ["T8 no rate", { state: "OR", county: null, city: "Portland", zipCode: "97201" }, "2025-06-10", "rental", null],
    ["T9 a rate on its last day", austin("78704"), "2025-12-31", "rental", "3"],
  ] as const)("%s", (_, place, day, thing, id) => {
    expect(taxRateFor(ROWS, place, localDate(day), thing)?.id ?? null).toBe(id);
  });

  test("the most specific rate in force does not depend on the order of the rows", () => {
    const place = austin("78701");
    const day = localDate("2026-02-01");
    expect(taxRateFor([...ROWS].reverse(), place, day, "rental")).toEqual(taxRateFor(ROWS, place, day, "rental"));
  });

  test("the most specific rate in force is the later of two for the same place", () => {
    const newer = rate("9", 7, { effectiveDate: localDate("2024-01-01") });
    expect(
      taxRateFor(
        [rate("1", 6.25, {}), newer],
        { ...austin("1"), county: null, city: null },
        localDate("2025-01-01"),
        "rental",
      )?.id,
    ).toBe("9");
  });
});

describe("conflicting rates", () => {
  const austin = rate("1", 8.25, { city: "Austin", zipCode: "78701-1234" });

  test.each([
    [{ city: " AUSTIN ", zipCode: "78701", state: "tx" }, true],
    [{ city: "Dallas", zipCode: "78701" }, false],
    [{ city: "Austin", zipCode: null }, false],
    [{ city: "Austin", zipCode: "78701", county: "Travis" }, false],
    [{ city: "Austin", zipCode: "78701", taxType: "food" }, false],
  ])("conflicting rates have the same place and type: %j", (changes, isSame) => {
    expect(isSameRule(austin, rate("2", 1, changes))).toBe(isSame);
  });

  test.each([
    ["2025-01-01", "2025-06-30", "2025-06-30", null, true],
    ["2025-01-01", "2025-06-30", "2025-07-01", null, false],
    ["2025-01-01", null, "2030-01-01", "2030-01-01", true],
    ["2025-01-01", null, "2020-01-01", "2024-12-31", false],
    ["2025-01-01", null, "2020-01-01", null, true],
  ])("conflicting rates overlap from %s to %s and from %s to %s: %s", (from, to, otherFrom, otherTo, expected) => {
    const period = (first: string, last: string | null) => ({
      effectiveDate: localDate(first),
      expirationDate: last === null ? null : localDate(last),
    });
    const [one, other] = [period(from, to), period(otherFrom, otherTo)];
    expect([hasCommonDay(one, other), hasCommonDay(other, one)]).toEqual([expected, expected]);
  });
});
