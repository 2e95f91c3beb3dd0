import { describe, expect, it, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../kernel/duration.ts";
import { isFastReplier, ownerDecisionDeadline } from "./deadlines.ts";
import {
  chargePlan,
  depositMode,
  depositModeToCome,
  depositPlan,
  missingDepositRules,
  postponed,
} from "./payment-plan.ts";

const START = new Date("2026-06-20T13:00:00Z");
const before = (hours: number) => new Date(START.getTime() - hours * HOUR);
const days = (count: number) => count * 24;

describe("the owner's decision deadline", () => {
  const request = { now: before(days(10)), startAt: START, authExpiresAt: before(days(3)), hours: 24 };

  test.each([
    ["is the platform's decision time", {}, before(days(9))],
    ["is an hour before the start", { now: before(5), authExpiresAt: before(-100) }, before(1)],
    ["is half a day before the authorization expires", { authExpiresAt: before(days(9) + 2) }, before(days(9) + 14)],
  ])("%s", (_, changes, deadline) => expect(ownerDecisionDeadline({ ...request, ...changes })).toEqual(deadline));
});

describe("charging an approved rental", () => {
  test("charging an approved rental captures at once within a week of the start, and always under a strict policy", () => {
    expect(chargePlan({ now: before(days(7)), startAt: START, policy: "flexible" }).kind).toBe("capture_now");
    expect(chargePlan({ now: before(days(90)), startAt: START, policy: "strict" }).kind).toBe("capture_now");
  });

  test("otherwise plans three attempts from a week before the start, and cancellation a day after the last", () => {
    expect(chargePlan({ now: before(days(7) + 1), startAt: START, policy: "moderate" })).toEqual({
      kind: "charge_later",
      tryAt: [before(days(7)), before(days(6)), before(days(5))],
      cancelAt: before(days(4)),
    });
  });
});

describe("a plan whose attempts an outage prevented", () => {
  const plan = { tryAt: [before(24), before(18), before(12)], cancelAt: before(-2) };
  const run = (from: number, to: number, endsAfter = 100) =>
    postponed(plan, { outages: [{ from: before(from), to: before(to) }], endAt: before(-endsAfter) });

  test.each<[string, [number, number, number?], number[], number]>([
    ["stays as it is before the outage", [-3, -40], [24, 18, 12], -2],
    ["begins after the outage, as far apart", [25, -11], [-11, -17, -23], -37],
    ["continues after the outage, as far apart", [20, -16], [24, -18, -24], -38],
    ["leaves the renter the rest of the time to pay", [1, -35], [24, 18, 12], -38],
    ["ends with the rental at the latest", [25, -11, 20], [-11, -17, -23], -20],
    ["never ends earlier than planned", [25, -11, 1], [-11, -17, -23], -2],
  ])("%s", (_, limits, tryAt, cancelAt) => {
    expect(run(...limits)).toEqual({ tryAt: tryAt.map(before), cancelAt: before(cancelAt) });
  });
});

describe("deposit hold attempts", () => {
  test.each([
    ["planned long before the start", 100, [24, 18, 12]],
    ["planned exactly a day before", 24, [24, 18, 12]],
    ["planned between two attempts", 20, [20, 18, 12]],
    ["planned at the last moment", 3, [3]],
  ])("%s", (_, hours, attempts) =>
    expect(depositPlan(START, before(hours))).toEqual({ tryAt: attempts.map(before), cancelAt: before(-2) }),
  );
});

describe("a booking canceled without its deposit", () => {
  const { cancelAt } = depositPlan(START, before(100));

  test.each([
    ["the first attempt", before(24), "renter"],
    ["the last attempt", before(12), "renter"],
    ["exactly 12 hours before the cancellation", before(10), "renter"],
    ["less than 12 hours before the cancellation", new Date(before(10).getTime() + 1), "admin"],
    ["a booking made at the last moment", before(3), "admin"],
    ["nothing, because no reminder was sent", null, "admin"],
  ] as const)(
    "a booking canceled without its deposit is refunded by its rules when the renter was first reminded at %s",
    (_, remindedAt, rules) => expect(missingDepositRules(remindedAt, cancelAt)).toBe(rules),
  );
});

describe("deposit mode", () => {
  const mode = (rentalDays: number) => depositMode(before(24), before(-days(rentalDays)));

  test.each([
    [1, "hold"],
    [1.75, "hold"],
    [2, "rolling_hold"],
    [14, "rolling_hold"],
    [15, "charge_refund"],
  ])("deposit mode for a rental of %d days: %s", (rentalDays, expected) => expect(mode(rentalDays)).toBe(expected));

  test.each([
    ["long before the start, 14 days", 100, 14, "rolling_hold"],
    ["long before the start, 15 days", 100, 15, "charge_refund"],
    ["placed late, 15 days", 1, 15, "rolling_hold"],
  ])("the deposit mode is known before the deposit is placed: %s", (_, hours, rentalDays, expected) =>
    expect(depositModeToCome(START, before(-days(rentalDays)), before(hours))).toBe(expected),
  );
});

describe("fast replies", () => {
  it.each([
    ["no requests", [], false],
    ["four fast replies", [1, 2, 3, 4].map((minutes) => minutes * MINUTE), false],
    ["five fast replies", [1, 2, 3, 4, 60].map((minutes) => minutes * MINUTE), true],
    ["a median of exactly an hour", [HOUR, HOUR, HOUR, 2 * HOUR, 3 * HOUR], true],
    ["a median above an hour", [MINUTE, MINUTE, HOUR + 1, HOUR + 1, HOUR + 1], false],
    ["half of the replies slow", [MINUTE, MINUTE, MINUTE, DAY, DAY, DAY], false],
    ["most requests unanswered", [MINUTE, MINUTE, null, null, null], false],
    ["few requests unanswered", [MINUTE, null, MINUTE, null, MINUTE], true],
  ])("%s: %j is %s", (_, replies, isFast) => expect(isFastReplier(replies)).toBe(isFast));
});
