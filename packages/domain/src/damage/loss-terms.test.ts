import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOST_AFTER_DAYS } from "../bookings/deadlines.ts";
import { lossClaimOf } from "../bookings/derived-statuses.ts";
import { type LateFeeTerms, lateFeeOfDays } from "../late-fees/late-fee.ts";
import { damageLimitOf, decidableLoss } from "./damage-claims.ts";
import { type LossTerms, lossTermsOf, partOfUnits } from "./loss-terms.ts";

const LATE: LateFeeTerms = {
  ruleId: null,
  baseCents: 2_500,
  basePercent: "100",
  gracePeriodHours: 2,
  dailyEscalationRate: "0",
  escalationCapDays: 7,
  maxFeeCents: null,
  replacementValueCents: null,
};
const ITEM = { damageLimitCents: 0, depositCents: 0, quantity: 2, lateFee: null, nameableCents: 20_000 };

describe("[DMG-01] what a loss costs, as agreed at checkout", () => {
  test.each([
    [
      "the replacement value or pieces, whatever the deposit",
      { damageLimitCents: 30_000, depositCents: 50_000 },
      30_000,
      false,
    ],
    ["the deposit without either", { depositCents: 50_000 }, 50_000, false],
    ["what the owner may name for each unit, without any of them", {}, 40_000, true],
    ["nothing if the setting is zero", { nameableCents: 0 }, 0, true],
    ["an amount that can be stored", { nameableCents: 100_000, quantity: 10_000_000 }, 2_147_483_647, true],
  ])("the cost of a loss, as agreed at checkout, is %s", (_, changes, valueCents, isNamedByOwner) => {
    expect(lossTermsOf({ ...ITEM, ...changes })).toEqual({ valueCents, isNamedByOwner, maxCents: valueCents });
  });

  test("the cost of a loss, as agreed at checkout, has the late fee of seven days on top, within its own cap", () => {
    const worth = { ...ITEM, damageLimitCents: 30_000, lateFee: LATE };
    expect(lossTermsOf(worth).maxCents).toBe(30_000 + 2 * 7 * 2_500);
    expect(lossTermsOf({ ...worth, lateFee: { ...LATE, maxFeeCents: 9_000 } }).maxCents).toBe(39_000);
  });
});

const limit = { damageLimitCents: 30_000, chargeConsentVersion: 2, depositThereCents: 50_000 };
const loss: LossTerms = { valueCents: 30_000, isNamedByOwner: false, maxCents: 65_000 };
const ALL = { lost: 2, quantity: 2 };
const FULL_FEE = { cappedCents: 35_000, owedCents: 35_000 };

describe("[DMG-01] the most that can be decided for a loss", () => {
  test.each([
    ["the value, even if the deposit is larger", {}, {}, 30_000],
    ["the lost units' part of the value", {}, { units: { lost: 1, quantity: 2 } }, 15_000],
    ["more by what was waived of the late fee", {}, { lateFee: { cappedCents: 35_000, owedCents: 30_000 } }, 35_000],
    ["the deposit without the renter's consent, within the value", { chargeConsentVersion: 1 }, {}, 30_000],
    ["nothing without consent and deposit", { chargeConsentVersion: 1, depositThereCents: 0 }, {}, 0],
    ["as agreed before a loss had terms", {}, { loss: undefined }, 50_000],
    [
      "what the owner may name, without value and deposit",
      { damageLimitCents: 0, depositThereCents: 0 },
      { loss: { ...loss, isNamedByOwner: true } },
      30_000,
    ],
    [
      "nothing that the owner names without the renter's consent",
      { damageLimitCents: 0, depositThereCents: 0, chargeConsentVersion: null },
      { loss: { ...loss, isNamedByOwner: true } },
      0,
    ],
  ])("the most that can be decided for a loss is %s", (_, changedLimit, changed, expected) => {
    const rental = { loss, units: ALL, lateFee: FULL_FEE, ...changed };
    expect(decidableLoss({ ...limit, ...changedLimit }, rental)).toBe(expected);
  });

  test("the most that can be decided for a loss never exceeds the agreed cap together with the late fee, for any terms, units, days and waivers", () => {
    const amount = fc.nat(1_000_000);
    const given = fc.record({
      replacementValueCents: fc.option(amount),
      depositCents: amount,
      depositThereCents: amount,
      nameableCents: fc.nat(100_000),
      quantity: fc.integer({ min: 1, max: 12 }),
      lostPart: fc.integer({ min: 1, max: 12 }),
      days: fc.integer({ min: 0, max: LOST_AFTER_DAYS }),
      waivedPercent: fc.integer({ min: 0, max: 100 }),
      baseCents: fc.nat(50_000),
      maxFeeCents: fc.option(amount),
    });
    fc.assert(
      fc.property(given, ({ replacementValueCents, quantity, lostPart, days, waivedPercent, ...rest }) => {
        const lateFee = { ...LATE, baseCents: rest.baseCents, maxFeeCents: rest.maxFeeCents, replacementValueCents };
        const damageLimitCents = damageLimitOf({ replacementValueCents, quantity, pieces: [] });
        const terms = lossTermsOf({ ...rest, damageLimitCents, quantity, lateFee });
        const cappedCents = lateFeeOfDays(lateFee, quantity, days);
        const owedCents = cappedCents - Math.floor((cappedCents * waivedPercent) / 100);
        const units = { lost: Math.min(lostPart, quantity), quantity };
        const most = { damageLimitCents, chargeConsentVersion: 2, depositThereCents: rest.depositThereCents };
        const decidable = decidableLoss(most, { loss: terms, units, lateFee: { cappedCents, owedCents } });
        expect(decidable + owedCents).toBeLessThanOrEqual(terms.maxCents);
        if (owedCents === cappedCents) expect(decidable).toBeLessThanOrEqual(partOfUnits(terms.valueCents, units));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ["the value of those that are still out", loss, { lost: 1, quantity: 3 }, 10_000],
  ["the value of all units", loss, { lost: 3, quantity: 3 }, 30_000],
  ["nothing until the owner has named it", { ...loss, isNamedByOwner: true }, { lost: 1, quantity: 3 }, 0],
  ["the larger of deposit and value, before a loss had terms", undefined, { lost: 1, quantity: 2 }, 25_000],
])("[DMG-01] a claim for lost units asks for %s", (_, terms, units, expected) => {
  expect(lossClaimOf({ depositCents: 50_000, replacementValueCents: 9_000, units, loss: terms })).toBe(expected);
});
