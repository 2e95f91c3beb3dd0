import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assessFraud,
  FRAUD_PATTERNS,
  FRAUD_RULES,
  type FraudFeatures,
  isOffPlatform,
  isResaleProne,
} from "./fraud-rules.ts";

const HOUR = 1;
const DAY = 24 * HOUR;

/** A renter with no findings for or against them. */
const NEUTRAL: FraudFeatures = {
  accountAgeHours: 400 * DAY,
  isEmailVerified: true,
  isPhoneVerified: true,
  completedRentals: 1,
  cleanRentals: 1,
  totalAndDepositCents: 10_000,
  isResaleProne: false,
  leadHours: 100,
  requestsLastDay: 1,
  failedCardsLastHour: 0,
  providerRisk: { level: "normal", score: 5 },
  isCodeRight: true,
  isZipRight: true,
  isPrepaid: false,
  message: "Looking forward to it",
  deliveryMiles: 3,
  disputesLost: 0,
  chargebacks: 0,
  isLinkedToSuspended: false,
  isLinkedToOwner: false,
  hasFraudWarning: false,
};

const assess = (changes: Partial<FraudFeatures>) => assessFraud({ ...NEUTRAL, ...changes });

describe("the fraud score", () => {
  test("F1: the fraud score sends a new account's first large rental of electronics at short notice to review", () => {
    const found = assess({
      accountAgeHours: 2 * HOUR,
      isPhoneVerified: false,
      completedRentals: 0,
      cleanRentals: 0,
      totalAndDepositCents: 65_000,
      isResaleProne: true,
      leadHours: 4,
      providerRisk: { level: "normal", score: 12 },
    });
    expect(found).toMatchObject({ score: 54, level: "high", recommendation: "review", confidence: 1 });
    expect(found.patterns.toSorted()).toEqual(["account", "amount", "card", "history", "timing"]);
    expect(found.redFlags).toContainEqual({ code: "short_notice", weight: 8, observed: 4 });
  });

  test("F2: the fraud score approves a renter with five clean rentals", () => {
    expect(assess({ completedRentals: 5, cleanRentals: 5 })).toMatchObject({
      score: 0,
      level: "low",
      recommendation: "approve",
      patterns: [],
    });
  });

  test("F3: the fraud score declines a card shared with a suspended account, whatever else is known", () => {
    expect(assess({ isLinkedToSuspended: true, completedRentals: 9, cleanRentals: 9 })).toMatchObject({
      score: 30,
      level: "critical",
      recommendation: "decline",
    });
  });

  test.each<[string, Partial<FraudFeatures>, number]>([
    ["an account 23 hours old", { accountAgeHours: 23 }, 15],
    ["an account one day old", { accountAgeHours: 24 }, 8],
    ["an account one week old", { accountAgeHours: 168 }, 0],
    ["two failed cards", { failedCardsLastHour: 2 }, 10],
    ["four failed cards", { failedCardsLastHour: 4 }, 20],
    ["a first rental of 500.00", { completedRentals: 0, totalAndDepositCents: 50_000 }, 5],
    ["a first rental of 500.01", { completedRentals: 0, totalAndDepositCents: 50_001 }, 15],
    ["a first rental above 1,500.00", { completedRentals: 0, totalAndDepositCents: 150_001 }, 25],
    ["a rental above 1,500.00 with a history", { totalAndDepositCents: 150_001 }, 0],
    ["one dispute lost", { disputesLost: 1 }, 15],
    ["many disputes lost", { disputesLost: 5 }, 30],
    ["elevated risk", { providerRisk: { level: "elevated", score: 70 } }, 20],
    ["delivery 50 miles away", { deliveryMiles: 50 }, 0],
    ["delivery farther away", { deliveryMiles: 50.1 }, 8],
    ["three requests in a day", { requestsLastDay: 3 }, 10],
  ])("%s", (_, changes, score) => expect(assess(changes).score).toBe(score));

  test("the fraud score rates the highest provider risk at least high, and a fraud warning critical", () => {
    expect(assess({ providerRisk: { level: "highest", score: 90 }, cleanRentals: 9 })).toMatchObject({
      score: 40,
      level: "high",
    });
    expect(assess({ hasFraudWarning: true })).toMatchObject({
      score: 0,
      level: "critical",
      recommendation: "decline",
      redFlags: [{ code: "fraud_warning", weight: 0 }],
    });
  });

  test("the fraud score ignores unknown inputs, which only lower the confidence", () => {
    const blind = assess({ providerRisk: null, isCodeRight: null, isZipRight: null, isPrepaid: null, message: null });
    expect(blind.score).toBe(0);
    expect(blind.confidence).toBeLessThan(assess({}).confidence);
    expect(blind.confidence).toBeGreaterThanOrEqual(0.4);
  });
});

describe("the fraud rules", () => {
  test("the fraud rules have unique codes and known patterns, and never exceed their maximum weight", () => {
    expect(new Set(FRAUD_RULES.map(({ code }) => code)).size).toBe(FRAUD_RULES.length);
    for (const { pattern } of FRAUD_RULES) expect(FRAUD_PATTERNS).toContain(pattern);
    const count = fc.nat(20);
    const features = fc.record<FraudFeatures>({
      accountAgeHours: fc.nat(1000),
      isEmailVerified: fc.boolean(),
      isPhoneVerified: fc.boolean(),
      completedRentals: count,
      cleanRentals: count,
      totalAndDepositCents: fc.nat(500_000),
      isResaleProne: fc.boolean(),
      leadHours: fc.nat(100),
      requestsLastDay: count,
      failedCardsLastHour: count,
      providerRisk: fc.option(
        fc.record({ level: fc.constantFrom("normal", "elevated", "highest"), score: fc.option(fc.nat(99)) }),
      ),
      isCodeRight: fc.option(fc.boolean()),
      isZipRight: fc.option(fc.boolean()),
      isPrepaid: fc.option(fc.boolean()),
      message: fc.option(fc.string()),
      deliveryMiles: fc.option(fc.nat(200)),
      disputesLost: count,
      chargebacks: count,
      isLinkedToSuspended: fc.boolean(),
      isLinkedToOwner: fc.boolean(),
      hasFraudWarning: fc.boolean(),
    });
    fc.assert(
      fc.property(features, (given) => {
        for (const { most, weigh } of FRAUD_RULES) expect(weigh(given)?.weight ?? 0).toBeLessThanOrEqual(most);
        const { score, confidence } = assessFraud(given);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test.each<[string[], boolean]>([
  [["electronics"], true],
  [["yard-games", "tools-and-equipment"], true],
  [["yard-games", "electronics-repair"], false],
  [[], false],
])("an item in %j is prone to resale: %s", (slugs, isProne) => expect(isResaleProne(slugs)).toBe(isProne));

describe("off-platform payment proposals", () => {
  test.each([
    "Can I pay you by Venmo?",
    "let's do this outside  the app",
    "I would pay in cash",
    "bitcoin is fine",
    "Cash App works best for me",
  ])("the fraud rules detect a proposal to pay off the platform: %s", (message) =>
    expect(isOffPlatform(message)).toBe(true),
  );

  test.each(["Is the cash drawer included?", "We eat outside", "Do you have the app's code?", ""])(
    "the fraud rules ignore: %s",
    (message) => expect(isOffPlatform(message)).toBe(false),
  );
});
