import { expect, test } from "vitest";
import { placeText, rateChangeLines } from "./settings-copy.ts";

const TEXAS = { state: "TX", county: null, city: null, zipCode: null };
const ENTRY = { id: "1", at: "2026-01-01T00:00:00Z", by: "Ada" };

test.each([
  [TEXAS, "Texas", "The whole state"],
  [{ ...TEXAS, county: "Travis" }, "Travis County", "Texas"],
  [{ ...TEXAS, city: "Austin" }, "Austin", "Texas"],
  [{ ...TEXAS, county: "Travis", city: "Austin", zipCode: "78701" }, "ZIP 78701", "Austin, Travis County, Texas"],
])("%j is %s within %s", (place, name, within) => {
  expect(placeText(place)).toEqual({ name, within });
});

test("describes an audit entry by its changes", () => {
  const changes = [
    { field: "taxRate", before: "8.2500", after: "8.3750" },
    { field: "expirationDate", before: null, after: "2026-12-31" },
    { field: "taxType", before: "sales", after: "food" },
  ];
  expect(rateChangeLines({ ...ENTRY, action: "tax_rate_changed", changes })).toEqual([
    "Rate: 8.25% → 8.375%",
    "Last day: none → Dec 31, 2026",
    "For: Everything → Food trucks",
  ]);
  const created = [{ field: "taxRate", before: null, after: "6.6250" }];
  expect(rateChangeLines({ ...ENTRY, action: "tax_rate_created", changes: created })).toEqual(["Added with 6.625%"]);
  const off = [{ field: "isActive", before: true, after: false }];
  expect(rateChangeLines({ ...ENTRY, action: "tax_rate_deactivated", changes: off })).toEqual(["Taken out of use"]);
});
