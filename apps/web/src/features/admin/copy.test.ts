import { FRAUD_RULES } from "@nexby/domain/fraud/fraud-rules";
import { expect, test } from "vitest";
import { flagCopy, signalsOf, timeLeftCopy, weightCopy } from "./copy.ts";

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
  [{ code: "provider_risk", weight: 1, observed: 12 }, "Card provider's risk score is 12 of 100"],
  [{ code: "failed_cards", weight: 10, observed: 2 }, "2 declined cards within an hour"],
  [{ code: "of_tomorrow", weight: 10, observed: 2 }, "of tomorrow"],
])("describes %j as: %s", (flag, text) => expect(flagCopy(flag)).toBe(text));

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
])("shows %i seconds as: %s", (seconds, text) => expect(timeLeftCopy(seconds)).toBe(text));
