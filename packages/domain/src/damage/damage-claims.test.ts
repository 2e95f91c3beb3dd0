import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAMAGE_TYPES } from "./damage-claim-statuses.ts";
import { damageLimitOf, decidableDamage, divideDamage, needsClaimPhoto, returnConditionOf } from "./damage-claims.ts";

const KIT = [
  { name: "Pole", count: 8, priceCents: 1_200 },
  { name: "Peg", count: 24, priceCents: 150 },
];

describe("[DMG-01] the most that damage can cost", () => {
  it.each([
    ["the replacement value of all units", { replacementValueCents: 25_000, quantity: 2, pieces: [] }, 50_000],
    ["the prices of all pieces without one", { replacementValueCents: null, quantity: 2, pieces: KIT }, 13_200],
    [
      "the prices of all pieces if they are worth more",
      { replacementValueCents: 5_000, quantity: 2, pieces: KIT },
      13_200,
    ],
    ["nothing if the owner named neither", { replacementValueCents: null, quantity: 1, pieces: [] }, 0],
    ["an amount that can be stored", { replacementValueCents: 2_000_000_000, quantity: 9, pieces: [] }, 2_147_483_647],
  ])("the most that damage can cost is %s", (_, item, limit) => expect(damageLimitOf(item)).toBe(limit));

  it.each([
    ["the larger of deposit and replacement value", 50_000, 2, 20_000, 50_000],
    ["the deposit if that is larger", 10_000, 2, 20_000, 20_000],
    ["the deposit without a replacement value", 0, 2, 20_000, 20_000],
    ["the deposit if the renter consented to no more", 50_000, 1, 20_000, 20_000],
    ["the deposit without any consent", undefined, null, 20_000, 20_000],
    ["the replacement value when the deposit is gone", 50_000, 2, 0, 50_000],
  ])(
    "the most that damage can cost is for an admin %s",
    (_, damageLimitCents, chargeConsentVersion, depositThereCents, most) =>
      expect(decidableDamage({ damageLimitCents, chargeConsentVersion, depositThereCents })).toBe(most),
  );
});

describe("[DMG-01] a decided amount", () => {
  it("a decided amount is paid by the deposit first, then by card, to the cent", () => {
    expect(divideDamage(30_000, 20_000)).toEqual({ depositCents: 20_000, cardCents: 10_000 });
    expect(divideDamage(20_000, 20_000)).toEqual({ depositCents: 20_000, cardCents: 0 });
    expect(divideDamage(500, 0)).toEqual({ depositCents: 0, cardCents: 500 });
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: -100, max: 10_000_000 }), (decided, deposit) => {
        const { depositCents, cardCents } = divideDamage(decided, deposit);
        expect(depositCents + cardCents).toBe(decided);
        expect(depositCents).toBeLessThanOrEqual(Math.max(deposit, 0));
        expect(Math.min(depositCents, cardCents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it("[DMG-01] a claim needs a photo unless the item never came back, and describes the item's condition", () => {
  expect(DAMAGE_TYPES.filter((damageType) => !needsClaimPhoto(damageType))).toEqual(["lost"]);
  expect(DAMAGE_TYPES.filter((damageType) => returnConditionOf(damageType) === "damaged")).toEqual([
    "cosmetic",
    "broken",
  ]);
});
