import { platformSettings } from "@nexby/contract/admin/settings";
import { expect, test } from "vitest";
import { labelOf, placeText, rateChangeLines, settingChangeLines, settingValueCopy } from "./settings-copy.ts";

const DEFAULTS = platformSettings.parse({});

test.each([
  ["ownerDecisionHours", "24 hours"],
  ["insuranceRate", "10%"],
  ["taxedLines", "Rental, Setup, Cleaning, Food, Appearance, Travel, Service fee"],
  ["defaultCancellationPolicy", "Flexible"],
  ["refundsAllTax", "yes"],
  ["ownerCancelPenaltyCents", "$0"],
  ["lateFeeCommissionPercent", "0%"],
  ["evidenceRetentionDays", "365 days"],
  ["autoApproveVerifiedAccounts", "no"],
] as const)("describes the default of %s as: %s", (key, text) => {
  expect(settingValueCopy(key, DEFAULTS[key] as never)).toBe(text);
});

test("shows a change with old and new value, and an unknown setting by its name", () => {
  const changes = [
    { field: "ownerCancelPenaltyCents", before: 0, after: 2550 },
    { field: "taxedLines", before: ["rental"], after: [] },
    { field: "ownerDecisionHours", before: 24, after: 1 },
    { field: "fromThePast", before: 1, after: 2 },
  ];
  expect(
    settingChangeLines({ id: "1", at: "2026-01-01T00:00:00Z", by: null, action: "settings_changed", changes }),
  ).toEqual([
    "Owner penalty: $0 → $25.50",
    "Taxable charges: Rental → nothing",
    "Hours to reply: 24 hours → 1 hour",
    "fromThePast",
  ]);
  expect(labelOf("insuranceRate")).toBe("Insurance");
});

const TEXAS = { state: "TX", county: null, city: null, zipCode: null };
const ENTRY = { id: "1", at: "2026-01-01T00:00:00Z", by: "Ada" };

test.each([
  [TEXAS, "Texas", "Statewide"],
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
    "Applies to: Everything → Food trucks",
  ]);
  const created = [{ field: "taxRate", before: null, after: "6.6250" }];
  expect(rateChangeLines({ ...ENTRY, action: "tax_rate_created", changes: created })).toEqual(["Added at 6.625%"]);
  const off = [{ field: "isActive", before: true, after: false }];
  expect(rateChangeLines({ ...ENTRY, action: "tax_rate_deactivated", changes: off })).toEqual(["Deactivated"]);
});
