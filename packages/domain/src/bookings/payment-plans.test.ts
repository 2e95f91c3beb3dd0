import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { ownerDecisionDeadline } from "./deadlines.ts";
import { chargePlan, depositMode, depositModeToCome, depositPlan } from "./payment-plan.ts";

const START = new Date("2026-06-20T13:00:00Z");
const before = (hours: number) => new Date(START.getTime() - hours * HOUR);
const days = (count: number) => count * 24;

describe("the owner's deadline", () => {
  const asked = { now: before(days(10)), startAt: START, authExpiresAt: before(days(3)), hours: 24 };

  test.each([
    ["what the platform gives", {}, before(days(9))],
    ["an hour before the start", { now: before(5), authExpiresAt: before(-100) }, before(1)],
    ["half a day before the hold ends", { authExpiresAt: before(days(9) + 2) }, before(days(9) + 14)],
  ])("%s", (_, changes, deadline) => expect(ownerDecisionDeadline({ ...asked, ...changes })).toEqual(deadline));
});

describe("when an approved rental is paid", () => {
  test("at once within a week of the start, and by a strict policy however early", () => {
    expect(chargePlan({ now: before(days(7)), startAt: START, policy: "flexible" }).kind).toBe("capture_now");
    expect(chargePlan({ now: before(days(90)), startAt: START, policy: "strict" }).kind).toBe("capture_now");
  });

  test("earlier than that: three tries from a week before, and an end a day later", () => {
    expect(chargePlan({ now: before(days(7) + 1), startAt: START, policy: "moderate" })).toEqual({
      kind: "charge_later",
      tryAt: [before(days(7)), before(days(6)), before(days(5))],
      cancelAt: before(days(4)),
    });
  });
});

describe("when a deposit is held", () => {
  test.each([
    ["long before", 100, [24, 18, 12]],
    ["a day before, to the hour", 24, [24, 18, 12]],
    ["between two tries", 20, [20, 18, 12]],
    ["at the last moment", 3, [3]],
  ])("%s", (_, hours, tries) =>
    expect(depositPlan(START, before(hours))).toEqual({ tryAt: tries.map(before), cancelAt: before(-2) }),
  );
});

describe("how a deposit stays safe", () => {
  const mode = (rentalDays: number) => depositMode(before(24), before(-days(rentalDays)));

  test.each([
    [1, "hold"],
    [1.75, "hold"],
    [2, "rolling_hold"],
    [14, "rolling_hold"],
    [15, "charge_refund"],
  ])("a rental of %d days: %s", (rentalDays, expected) => expect(mode(rentalDays)).toBe(expected));

  test.each([
    ["long before", 100, 14, "rolling_hold"],
    ["long before", 100, 15, "charge_refund"],
    ["when it is placed late", 1, 15, "rolling_hold"],
  ])("is told before it is placed: %s", (_, hours, rentalDays, expected) =>
    expect(depositModeToCome(START, before(-days(rentalDays)), before(hours))).toBe(expected),
  );
});
