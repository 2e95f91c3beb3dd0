import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cents, cents } from "../kernel/money.ts";
import { type FoodTruckTerms, foodTruckPrice, isEveryHeadcountPriced } from "./food-truck-price.ts";
import { ownerLine, type Price, type PriceLine, priceOf, TAXABLE_LINES } from "./price-lines.ts";
import { checkDeposit, checkTotal, rentalPrice } from "./rental-price.ts";

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
const rate = fc.integer({ min: 0, max: 300_000 }).map((steps) => steps / 10_000);
const rates = fc.record({
  listerCommissionRate: rate,
  renterCommissionRate: rate,
  taxRate: rate,
  insuranceRate: rate,
  taxedLines: fc.subarray([...TAXABLE_LINES]),
});
const ownerLines = fc.array(
  fc
    .tuple(
      fc.constantFrom("rental", "setup", "cleaning", "delivery", "food", "appearance", "travel"),
      amount,
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([code, unitCents, units]) => ownerLine(code, unitCents, units)),
  { minLength: 1, maxLength: 7 },
);

const sumOf = (lines: readonly PriceLine[], payee?: string) =>
  lines.filter((line) => !payee || line.payee === payee).reduce((total, line) => total + line.amountCents, 0);

function expectPartsToAddUp(price: Price): void {
  expect(sumOf(price.lines)).toBe(price.totalCents);
  expect(sumOf(price.lines, "owner")).toBe(price.ownerSubtotalCents);
  expect(sumOf(price.lines, "tax")).toBe(price.taxCents);
  expect(price.ownerEarningsCents + price.platformCommissionCents + price.insuranceCents + price.taxCents).toBe(
    price.totalCents,
  );
  for (const { unitCents, units, amountCents } of price.lines) expect(unitCents * units).toBe(amountCents);
}

/** Percentages have four decimals, so a millionth of the product is a cent. Rounds half a cent up. */
const roundedShare = (base: Cents, percent: number) =>
  Number((BigInt(base) * BigInt(Math.round(percent * 10_000)) + 500_000n) / 1_000_000n);

describe("[PRICE-01] for any amounts and rates", () => {
  test("the parts of a rental price add up to the total and to each payee's share", () => {
    const fees = fc.record({
      dailyRateCents: amount,
      setupFlatFeeCents: amount,
      setupPerUnitFeeCents: amount,
      cleaningFeeCents: amount,
      deliveryFeeCents: amount,
      depositCents: amount,
    });
    const rental = fc.record({
      days: fc.integer({ min: 1, max: 60 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      isDelivered: fc.boolean(),
    });
    fc.assert(
      fc.property(fees, rental, rates, (given, stay, shares) => expectPartsToAddUp(rentalPrice(given, stay, shares))),
    );
  });

  test("[FOOD-01] the parts of a food truck price add up as well", () => {
    const terms: fc.Arbitrary<FoodTruckTerms> = fc.record({
      enabledModes: fc.constant("BOTH" as const),
      perPersonPriceCents: amount,
      perPersonMinHeadcount: fc.integer({ min: 1, max: 100 }),
      tieredPricing: fc.array(
        amount.map((perPersonPriceCents) => ({ min: 50, max: null, perPersonPriceCents })),
        { maxLength: 1 },
      ),
      appearanceFeeCents: amount,
      baseTravelFeeCents: amount,
      travelFeePerMileCents: amount,
      travelRadiusMiles: fc.constant(null),
      onsiteSales: fc.constant(true),
    });
    const visit = fc.record({
      mode: fc.constantFrom("PER_PERSON" as const, "APPEARANCE" as const),
      headcount: fc.integer({ min: 1, max: 1000 }),
      days: fc.integer({ min: 1, max: 60 }),
      miles: fc.double({ min: 0, max: 3000, noNaN: true }),
    });
    fc.assert(
      fc.property(terms, visit, rates, (truck, request, shares) => {
        const price = foodTruckPrice(truck, request, shares);
        if (price.ok) expectPartsToAddUp(price.value);
        else expect([price.code, isEveryHeadcountPriced(truck)]).toEqual(["headcount_not_priced", false]);
      }),
    );
  });

  test("the order of the lines does not matter", () => {
    const inTwoOrders = ownerLines.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    );
    const text = (lines: readonly PriceLine[]) => lines.map((line) => JSON.stringify(line)).sort();
    fc.assert(
      fc.property(inTwoOrders, amount, rates, ([lines, shuffled], insured, shares) => {
        const { lines: some, ...price } = priceOf(lines, insured, shares);
        const { lines: others, ...shuffledPrice } = priceOf(shuffled, insured, shares);
        expect(shuffledPrice).toEqual(price);
        expect(text(others)).toEqual(text(some));
      }),
    );
  });

  test("tax is rounded once over all taxed lines", () => {
    fc.assert(
      fc.property(ownerLines, rates, (lines, shares) => {
        const price = priceOf(lines, cents(0), shares);
        const taxed = price.lines.filter(({ isTaxable }) => isTaxable);
        expect(price.taxBaseCents).toBe(sumOf(taxed));
        expect(price.taxCents).toBe(roundedShare(price.taxBaseCents, shares.taxRate));
      }),
    );
    const thirds = (["rental", "setup", "cleaning"] as const).map((code) => ownerLine(code, cents(33), 1));
    const none = { listerCommissionRate: 0, renterCommissionRate: 0, insuranceRate: 0 };
    // Rounding line by line would turn 1.65 into 2 three times.
    expect(priceOf(thirds, cents(0), { ...none, taxRate: 5 }).taxCents).toBe(5);
  });
});

test.each([
  [0, "total_too_low"],
  [49, "total_too_low"],
  [50, "accepted"],
  [99_999_999, "accepted"],
  [100_000_000, "total_too_high"],
])("[PRICE-01] a total of %i cents: %s", (total, expected) => {
  const checked = checkTotal(cents(total));
  expect(checked.ok ? "accepted" : checked.code).toBe(expected);
});

test.each([
  [0, "accepted"],
  [1, "deposit_too_low"],
  [49, "deposit_too_low"],
  [50, "accepted"],
  [99_999_999, "accepted"],
  [100_000_000, "deposit_too_high"],
])("a deposit of %i cents: %s", (deposit, expected) => {
  const checked = checkDeposit(cents(deposit));
  expect(checked.ok ? "accepted" : checked.code).toBe(expected);
});
