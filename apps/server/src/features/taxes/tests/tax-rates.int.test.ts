import { localDate } from "@nexby/domain/kernel/calendar";
import type { TaxPlace } from "@nexby/domain/tax/tax-rate";
import { beforeAll, describe, expect, test } from "vitest";
import { taxRates } from "../../../schema/content.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { findTaxRate } from "../tax-rates.queries.ts";

const database = useTestDatabase();

const row = (jurisdiction: string, taxRate: string, rest: Partial<typeof taxRates.$inferInsert> = {}) => ({
  state: "TX",
  effectiveDate: "2020-01-01",
  jurisdiction,
  taxRate,
  ...rest,
});
const ROWS = [
  row("1", "6.25"),
  row("2", "7.25", { county: "Travis" }),
  row("3", "8.25", { city: "Austin", expirationDate: "2025-12-31" }),
  row("4", "8.375", { city: "Austin", effectiveDate: "2026-01-01" }),
  row("5", "8.5", { zipCode: "78701", effectiveDate: "2025-07-01" }),
  row("6", "9.99", { zipCode: "78702", isActive: false }),
  row("7", "8", { city: "Austin", taxType: "food" }),
  row("8", "8.875", { state: "NY", city: "New York" }),
];
const austin = (zipCode: string): TaxPlace => ({ state: "TX", county: "Travis", city: "Austin", zipCode });

beforeAll(() => database().db.insert(taxRates).values(ROWS));

describe("[TAX-01] finds the rate in effect", () => {
  test.each([
    ["T1", austin("78704"), "2025-06-10", "rental", "3", 8.25],
    ["T2", { ...austin("78701-1234"), city: " AUSTIN ", state: "tx" }, "2025-07-01", "rental", "5", 8.5],
    ["T3", austin("78701"), "2025-06-30", "rental", "3", 8.25],
    ["T4", austin("78702"), "2026-01-01", "rental", "4", 8.375],
    ["T5", { ...austin("78660"), city: "Pflugerville" }, "2025-06-10", "rental", "2", 7.25],
    ["T6", { state: "TX", county: "Bell", city: "Temple", zipCode: "76501" }, "2025-06-10", "rental", "1", 6.25],
    ["T7", austin("78701"), "2025-07-10", "food", "7", 8],
    ["T8", { state: "OR", county: null, city: "Portland", zipCode: "97201" }, "2025-06-10", "rental", null, null],
    ["T9", austin("78704"), "2025-12-31", "rental", "3", 8.25],
    ["a rate with three decimals", { ...austin("1"), state: "NY", city: "new york" }, "2025-06-10", "food", "8", 8.875],
    ["an empty state", { ...austin("78704"), state: "" }, "2025-06-10", "rental", null, null],
  ] as const)("%s", async (_, place, day, thing, jurisdiction, percent) => {
    const found = await findTaxRate(database().db, place, localDate(day), thing);
    expect(found && [found.jurisdiction, found.percent]).toEqual(jurisdiction && [jurisdiction, percent]);
  });
});
