import { platformSettings } from "@nexby/contract/admin/settings";
import { FRAUD_RULES } from "@nexby/domain/fraud/fraud-rules";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "./components/text-changes.tsx";
import { flagCopy, signalsOf, timeLeftCopy, weightCopy } from "./copy.ts";
import { jobCopy } from "./job-labels.ts";
import { aheadCopy } from "./screens/time-machine.tsx";
import { labelOf, placeText, rateChangeLines, settingChangeLines, settingValueCopy } from "./settings-copy.ts";

const TRUSTED = {
  emailVerifiedAt: "2026-01-01T00:00:00Z",
  phoneVerifiedAt: "2026-01-01T00:00:00Z",
  isApproved: true,
  isAdmin: false,
  suspendedAt: null,
};

test("an approved account with verified contacts has no signals", () => {
  expect(signalsOf(TRUSTED)).toEqual([]);
});

test.each([
  [{ emailVerifiedAt: null }, ["Email not verified"]],
  [{ phoneVerifiedAt: null }, ["Phone not verified"]],
  [{ isApproved: false }, ["Not approved"]],
  [{ isApproved: false, isAdmin: true }, []],
  [{ suspendedAt: "2026-02-01T00:00:00Z", phoneVerifiedAt: null }, ["Suspended", "Phone not verified"]],
])("%j has the signals %j", (facts, signals) => {
  expect(signalsOf({ ...TRUSTED, ...facts })).toEqual(signals);
});

test("every rule has its own text", () => {
  for (const { code } of FRAUD_RULES) {
    expect(flagCopy({ code, weight: 1, observed: 3 })).not.toBe(code.replaceAll("_", " "));
  }
});

test.each([
  [{ code: "new_account", weight: 15, observed: 2.4 }, "Account is 2 hours old"],
  [{ code: "new_account", weight: 8, observed: 100 }, "Account is 4 days old"],
  [{ code: "short_notice", weight: 8, observed: 0.5 }, "Starts in less than an hour"],
  [{ code: "large_first_rental", weight: 10, observed: 65_000 }, "First rental costs $650, including the deposit"],
  [{ code: "provider_risk", weight: 20, observed: "elevated" }, "Card provider rates the risk as elevated"],
  [{ code: "provider_risk", weight: 1, observed: 12 }, "Card provider’s risk score is 12 of 100"],
  [{ code: "failed_cards", weight: 10, observed: 2 }, "2 declined cards within an hour"],
  [{ code: "of_tomorrow", weight: 10, observed: 2 }, "of tomorrow"],
])("the fraud page describes the flag %j as: %s", (flag, text) => expect(flagCopy(flag)).toBe(text));

test("weights show their sign", () => {
  const weigh = (weight: number) => weightCopy({ code: "x", weight, observed: true });
  expect([15, -10, 0].map(weigh)).toEqual(["+15", "−10", "Critical"]);
});

test.each([
  [43_200, "12 h left"],
  [7_380, "2 h 3 min left"],
  [59, "Less than a minute left"],
  [0, "Overdue"],
  [-30, "Overdue"],
  [-7_300, "Overdue by 2 h 1 min"],
])("a task shows %i seconds until it is due as: %s", (seconds, text) => expect(timeLeftCopy(seconds)).toBe(text));

test.each([
  [0, "Same as real time"],
  [59, "Same as real time"],
  [60, "1 minute ahead of real time"],
  [3_600, "1 hour ahead of real time"],
  [7 * 86_400 + 3_661, "7 days and 1 hour ahead of real time"],
  [86_400 + 120, "1 day and 2 minutes ahead of real time"],
])("the time machine shows a clock that is %i seconds ahead as: %s", (seconds, text) => {
  expect(aheadCopy(seconds)).toBe(text);
});

test("the time machine shows a job type as text", () => {
  const names = ["schedule_autoconfirm", "follow_money", "sweep_files"];
  expect(names.map(jobCopy)).toEqual(["Confirm pickup times", "Check payments", "Sweep files"]);
});

const SIGNS = { same: " ", removed: "-", added: "+" };
const shown = (before: string, after: string) => lineDiff(before, after).map(({ kind, text }) => SIGNS[kind] + text);

test.each([
  ["a\nb", "a\nb", [" a", " b"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\nb", "a\nb\nc", [" a", " b", "+c"]],
  ["a\nb\nc", "c", ["-a", "-b", " c"]],
  ["a\nb\nc\nd", "b\nx\nd", ["-a", " b", "-c", "+x", " d"]],
  ["a\na", "a\na\na", [" a", " a", "+a"]],
])("%j becomes %j", (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

test("both texts can be reconstructed from any diff", () => {
  const text = fc
    .array(fc.constantFrom("", "a", "b", "c"), { minLength: 1, maxLength: 12 })
    .map((all) => all.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const without = (kind: string) =>
        diff
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});

test("the comparison shows texts that are too long to compare one after the other", () => {
  const before = Array.from({ length: 1500 }, (_, line) => `old ${line}`).join("\n");
  const after = Array.from({ length: 1500 }, (_, line) => `new ${line}`).join("\n");
  const diff = lineDiff(before, after);
  expect([diff.length, diff[0]?.kind, diff.at(-1)?.kind]).toEqual([3000, "removed", "added"]);
});

test("the comparison compares a long text with a change in every other line line by line", () => {
  const write = (changed: string) =>
    Array.from({ length: 800 }, (_, line) => (line % 2 ? `${changed} ${line}` : `line ${line}`)).join("\n");
  const diff = lineDiff(write("old"), write("new"));
  expect(diff.slice(0, 4)).toEqual([
    { kind: "same", text: "line 0" },
    { kind: "removed", text: "old 1" },
    { kind: "added", text: "new 1" },
    { kind: "same", text: "line 2" },
  ]);
  expect(diff.filter(({ kind }) => kind === "same")).toHaveLength(400);
});

const DEFAULTS = platformSettings.parse({});

test.each([
  ["accountReviewHours", "24 hours"],
  ["ownerDecisionHours", "24 hours"],
  ["insuranceRate", "10%"],
  ["insurerName", "none"],
  ["insuranceTermsUrl", "none"],
  ["taxedLines", "Rental, Setup, Cleaning, Food, Appearance, Travel, Service fee"],
  ["defaultCancellationPolicy", "Flexible"],
  ["refundsAllTax", "yes"],
  ["ownerCancelPenaltyCents", "$0"],
  ["unvaluedLossCents", "$200"],
  ["lateFeeCommissionPercent", "0%"],
  ["evidenceRetentionDays", "365 days"],
  ["autoApproveVerifiedAccounts", "no"],
] as const)("the settings history describes the default of %s as: %s", (key, text) => {
  expect(settingValueCopy(key, DEFAULTS[key] as never)).toBe(text);
});

test("the settings history shows a change with old and new value, and an unknown setting by its name", () => {
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

test("the audit list describes an audit entry by its changes", () => {
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
