import { platformSettings } from "@nexby/contract/admin/settings";
import { expect, test } from "vitest";
import { labelOf, settingChangeLines, settingValueCopy } from "./settings-copy.ts";

const DEFAULTS = platformSettings.parse({});

test.each([
  ["ownerDecisionHours", "24 hours"],
  ["insuranceRate", "10%"],
  ["taxedLines", "Rental, Set-up, Cleaning, Food, Appearance, Travel, Service fee"],
  ["defaultCancellationPolicy", "Flexible"],
  ["refundsAllTax", "yes"],
  ["ownerCancelPenaltyCents", "$0"],
  ["lateFeeCommissionPercent", "0%"],
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
    "Penalty for owners: $0 → $25.50",
    "Taxed: Rental → nothing",
    "Hours to decide: 24 hours → 1 hour",
    "fromThePast",
  ]);
  expect(labelOf("insuranceRate")).toBe("Insurance");
});
