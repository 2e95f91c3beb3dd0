import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assessFraud } from "./assess-fraud.ts";
import { FRAUD_PATTERNS, FRAUD_RULES, type FraudFeatures, isOffPlatform, isResaleProne } from "./fraud-rules.ts";

const HOUR = 1;
const DAY = 24 * HOUR;

/** Somebody about whom nothing speaks, neither for nor against. */
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

describe("the score", () => {
  test("F1: a new account, a first large rental of electronics at short notice is looked at by a person", () => {
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

  test("F2: five clean rentals", () => {
    expect(assess({ completedRentals: 5, cleanRentals: 5 })).toMatchObject({
      score: 0,
      level: "low",
      recommendation: "approve",
      patterns: [],
    });
  });

  test("F3: a card shared with somebody suspended, whatever else is known", () => {
    expect(assess({ isLinkedToSuspended: true, completedRentals: 9, cleanRentals: 9 })).toMatchObject({
      score: 30,
      level: "critical",
      recommendation: "decline",
    });
  });

  test.each<[string, Partial<FraudFeatures>, number]>([
    ["an account of a day less an hour", { accountAgeHours: 23 }, 15],
    ["of a day", { accountAgeHours: 24 }, 8],
    ["of a week", { accountAgeHours: 168 }, 0],
    ["two failed cards", { failedCardsLastHour: 2 }, 10],
    ["four", { failedCardsLastHour: 4 }, 20],
    ["a first rental of 500", { completedRentals: 0, totalAndDepositCents: 50_000 }, 5],
    ["and a cent", { completedRentals: 0, totalAndDepositCents: 50_001 }, 15],
    ["a first rental above 1,500", { completedRentals: 0, totalAndDepositCents: 150_001 }, 25],
    ["the same with a history", { totalAndDepositCents: 150_001 }, 0],
    ["one dispute lost", { disputesLost: 1 }, 15],
    ["many disputes lost", { disputesLost: 5 }, 30],
    ["elevated risk", { providerRisk: { level: "elevated", score: 70 } }, 20],
    ["delivery 50 miles away", { deliveryMiles: 50 }, 0],
    ["delivery farther away", { deliveryMiles: 50.1 }, 8],
    ["three requests in a day", { requestsLastDay: 3 }, 10],
  ])("%s", (_, changes, score) => expect(assess(changes).score).toBe(score));

  test("highest risk is at least high, a fraud warning critical", () => {
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

  test("what is not known counts neither way, and lowers the confidence only", () => {
    const blind = assess({ providerRisk: null, isCodeRight: null, isZipRight: null, isPrepaid: null, message: null });
    expect(blind.score).toBe(0);
    expect(blind.confidence).toBeLessThan(assess({}).confidence);
    expect(blind.confidence).toBeGreaterThanOrEqual(0.4);
  });
});

describe("the rules", () => {
  test("have names of their own, known patterns, and never add more than their most", () => {
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
])("whether a thing of %j is easily sold on: %s", (slugs, isProne) => expect(isResaleProne(slugs)).toBe(isProne));

describe("proposals to pay elsewhere", () => {
  test.each([
    "Can I pay you by Venmo?",
    "let's do this outside  the app",
    "I would pay in cash",
    "bitcoin is fine",
    "Cash App works best for me",
  ])("%s", (message) => expect(isOffPlatform(message)).toBe(true));

  test.each(["Is the cash drawer included?", "We eat outside", "Do you have the app's code?", ""])(
    "not: %s",
    (message) => expect(isOffPlatform(message)).toBe(false),
  );
});
