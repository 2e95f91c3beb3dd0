import { describe, expect, test } from "vitest";
import { localDate } from "../kernel/calendar.ts";
import { cents } from "../kernel/money.ts";
import { instantOf, rentalDays } from "../kernel/zones.ts";
import {
  areTiersContiguous,
  type FoodTruckTerms,
  foodTruckPrice,
  guestsPerDay,
  isEveryHeadcountPriced,
  isOfFoodTruck,
  offeredModes,
} from "./food-truck-price.ts";
import type { Rates } from "./price-lines.ts";
import { type ItemFees, rentalPrice } from "./rental-price.ts";

const FEES: ItemFees = {
  dailyRateCents: cents(0),
  setupFlatFeeCents: cents(0),
  setupPerUnitFeeCents: cents(0),
  cleaningFeeCents: cents(0),
  deliveryFeeCents: cents(0),
  depositCents: cents(0),
};
const RATES: Rates = { listerCommissionRate: 5, renterCommissionRate: 0, taxRate: 0, insuranceRate: 0 };

/** Days on the listing's calendar, regardless of clock changes in between. */
function daysOf(start: string, end: string): number {
  const at = (date: string, time: string) => instantOf(localDate(date), time as never, "America/New_York");
  return rentalDays(at(start, "09:00"), at(end, "18:00"), "America/New_York");
}

describe("[PRICE-01] rental price", () => {
  const vectors = [
    {
      name: "P1 one day",
      fees: { dailyRateCents: 2500, depositCents: 5000 },
      stay: { start: "2025-06-06", end: "2025-06-06", quantity: 1, isDelivered: false },
      rates: { taxRate: 8.25 },
      expected: {
        taxCents: 206,
        totalCents: 2706,
        ownerEarningsCents: 2375,
        platformCommissionCents: 125,
        depositCents: 5000,
      },
    },
    {
      name: "P2 every fee at once",
      fees: {
        dailyRateCents: 4500,
        setupFlatFeeCents: 2500,
        setupPerUnitFeeCents: 1000,
        cleaningFeeCents: 3000,
        deliveryFeeCents: 4000,
        depositCents: 10_000,
      },
      stay: { start: "2025-06-06", end: "2025-06-08", quantity: 2, isDelivered: true },
      rates: { insuranceRate: 10, renterCommissionRate: 5, taxRate: 8.875 },
      expected: {
        ownerSubtotalCents: 38_500,
        insuranceCents: 2700,
        serviceFeeCents: 1925,
        taxBaseCents: 36_425,
        taxCents: 3233,
        totalCents: 46_358,
        commissionCents: 1925,
        ownerEarningsCents: 36_575,
        platformCommissionCents: 3850,
        depositCents: 20_000,
      },
    },
    {
      name: "P3 across the spring clock change",
      fees: { dailyRateCents: 333 },
      stay: { start: "2025-03-08", end: "2025-03-10", quantity: 3, isDelivered: false },
      rates: { renterCommissionRate: 3.33, taxRate: 7.25 },
      expected: {
        ownerSubtotalCents: 2997,
        serviceFeeCents: 100,
        taxCents: 225,
        totalCents: 3322,
        ownerEarningsCents: 2847,
      },
    },
    {
      name: "P4 across a leap day",
      fees: { dailyRateCents: 1999 },
      stay: { start: "2024-02-28", end: "2024-03-01", quantity: 1, isDelivered: false },
      rates: { taxRate: 6 },
      expected: { days: 3, ownerSubtotalCents: 5997, taxCents: 360, totalCents: 6357, commissionCents: 300 },
    },
    {
      name: "P5 across the fall clock change, with two rounding ties",
      fees: { dailyRateCents: 1050 },
      stay: { start: "2025-11-01", end: "2025-11-02", quantity: 1, isDelivered: false },
      rates: { listerCommissionRate: 7.5, taxRate: 4.5 },
      expected: { taxCents: 95, commissionCents: 158, totalCents: 2195, ownerEarningsCents: 1942 },
    },
  ];

  test.each(vectors)("$name", ({ fees, stay, rates, expected }) => {
    const days = daysOf(stay.start, stay.end);
    const price = rentalPrice({ ...FEES, ...fees } as ItemFees, { ...stay, days }, { ...RATES, ...rates });
    expect(price).toMatchObject(expected);
  });

  test("the rental price lists every part as a line of its own, with its payee", () => {
    const [, { fees, rates, stay }] = vectors as [unknown, (typeof vectors)[1]];
    const price = rentalPrice({ ...FEES, ...fees } as ItemFees, { ...stay, days: 3 }, { ...RATES, ...rates });
    expect(price.lines.map(({ code, amountCents, payee }) => [code, amountCents, payee])).toEqual([
      ["rental", 27_000, "owner"],
      ["setup", 4_500, "owner"],
      ["cleaning", 3_000, "owner"],
      ["delivery", 4_000, "owner"],
      ["insurance", 2_700, "insurer"],
      ["service_fee", 1_925, "platform"],
      ["tax", 3_233, "tax"],
    ]);
  });

  test("the rental price charges delivery only when requested, and omits zero lines", () => {
    const fees = { ...FEES, dailyRateCents: cents(1000), deliveryFeeCents: cents(500) };
    const price = (isDelivered: boolean) => rentalPrice(fees, { days: 1, quantity: 1, isDelivered }, RATES);
    expect(price(false).lines.map(({ code }) => code)).toEqual(["rental"]);
    expect(price(true).lines.map(({ code, amountCents }) => [code, amountCents])).toEqual([
      ["rental", 1000],
      ["delivery", 500],
    ]);
  });
});

describe("[FOOD-01] food truck price", () => {
  const TRUCK: FoodTruckTerms = {
    enabledModes: "BOTH",
    perPersonPriceCents: cents(1800),
    perPersonMinHeadcount: 40,
    tieredPricing: [{ min: 75, max: 149, perPersonPriceCents: cents(1600) }],
    appearanceFeeCents: cents(30_000),
    baseTravelFeeCents: cents(5000),
    travelFeePerMileCents: cents(250),
    travelRadiusMiles: 30,
    onsiteSales: true,
  };
  const visit = { mode: "PER_PERSON", headcount: 35, days: 1, miles: 12.3 } as const;

  test("P6 bills at least the minimum headcount", () => {
    const price = foodTruckPrice(TRUCK, visit, { ...RATES, renterCommissionRate: 4, taxRate: 9.5 });
    expect(price).toMatchObject({
      ok: true,
      value: { serviceFeeCents: 3203, taxCents: 7911, totalCents: 91_189, ownerEarningsCents: 76_071 },
    });
    const lines = price.ok ? price.value.lines.map(({ code, units, amountCents }) => [code, units, amountCents]) : [];
    expect(lines.slice(0, 2)).toEqual([
      ["food", 40, 72_000],
      ["travel", 1, 8075],
    ]);
  });

  test("food truck price bills the headcount for each day, and travel once", () => {
    const price = foodTruckPrice(TRUCK, { ...visit, days: 3 }, RATES);
    const lines = price.ok ? price.value.lines : [];
    expect(lines.map(({ code, units, amountCents }) => [code, units, amountCents])).toEqual([
      ["food", 120, 216_000],
      ["travel", 1, 8075],
    ]);
    expect(guestsPerDay({ days: 3, lines })).toBe(40);
    expect(guestsPerDay({ days: 3, lines: lines.slice(1) })).toBeNull();
  });

  test("P7 applies the tier's price to the whole headcount, and includes the radius itself", () => {
    const price = foodTruckPrice(TRUCK, { ...visit, headcount: 75, miles: 30 }, RATES);
    expect(price).toMatchObject({ ok: true, value: { totalCents: 132_500 } });
  });

  test("P8 prices an appearance, with the distance to a tenth of a mile", () => {
    const truck = { ...TRUCK, baseTravelFeeCents: cents(0), travelFeePerMileCents: cents(199) };
    const price = foodTruckPrice(truck, { ...visit, mode: "APPEARANCE", miles: 7.25 }, { ...RATES, taxRate: 7 });
    expect(price).toMatchObject({ ok: true, value: { taxCents: 2202, totalCents: 33_655 } });
    expect(price.ok && price.value.lines[1]?.amountCents).toBe(1453);
  });

  test("P9 rejects a distance beyond the radius", () => {
    expect(foodTruckPrice(TRUCK, { ...visit, miles: 30.1 }, RATES)).toEqual({ ok: false, code: "too_far" });
    expect(foodTruckPrice({ ...TRUCK, travelRadiusMiles: null }, { ...visit, miles: 500 }, RATES).ok).toBe(true);
  });

  test("the food truck price accepts only offered modes, and no appearance without sales at the truck", () => {
    expect(offeredModes(TRUCK)).toEqual(["PER_PERSON", "APPEARANCE"]);
    expect(offeredModes({ ...TRUCK, onsiteSales: false })).toEqual(["PER_PERSON"]);
    expect(offeredModes({ ...TRUCK, enabledModes: "APPEARANCE" })).toEqual(["APPEARANCE"]);
    const rejection = foodTruckPrice({ ...TRUCK, onsiteSales: false }, { ...visit, mode: "APPEARANCE" }, RATES);
    expect(rejection).toEqual({ ok: false, code: "mode_not_offered" });
  });

  const tier = (min: number, max: number | null) => ({ min, max, perPersonPriceCents: cents(1000) });

  test("the food truck price rejects a headcount that neither a tier nor the flat price covers, instead of serving it for free", () => {
    const truck = { ...TRUCK, perPersonPriceCents: cents(0), tieredPricing: [tier(50, 99)] };
    const priceFor = (headcount: number) => foodTruckPrice(truck, { ...visit, headcount }, RATES);
    const rejection = { ok: false, code: "headcount_not_priced" };
    expect([35, 49, 100].map(priceFor)).toEqual([rejection, rejection, rejection]);
    expect([50, 99].map((headcount) => priceFor(headcount).ok)).toEqual([true, true]);
    expect(foodTruckPrice(truck, { ...visit, mode: "APPEARANCE" }, RATES).ok).toBe(true);
  });

  test.each([
    ["a flat price", 1800, [], true],
    ["a flat price and a closed tier", 1800, [tier(75, 149)], true],
    ["no price at all", 0, [], false],
    ["an open tier from the minimum headcount", 0, [tier(40, null)], true],
    ["tiers from below the minimum headcount", 0, [tier(1, 49), tier(50, null)], true],
    ["a tier that starts above the minimum headcount", 0, [tier(41, null)], false],
    ["a closed last tier", 0, [tier(1, 49), tier(50, 100)], false],
  ] as const)("every headcount is priced by %s: %s %j → %s", (_, price, tieredPricing, isPriced) => {
    expect(isEveryHeadcountPriced({ ...TRUCK, perPersonPriceCents: cents(price), tieredPricing })).toBe(isPriced);
  });

  test.each([
    ["no tiers", [], true],
    ["one open tier", [[40, null]], true],
    [
      "two consecutive tiers",
      [
        [1, 49],
        [50, null],
      ],
      true,
    ],
    [
      "a gap",
      [
        [1, 49],
        [51, null],
      ],
      false,
    ],
    [
      "an overlap",
      [
        [1, 50],
        [50, null],
      ],
      false,
    ],
    [
      "an open tier before another",
      [
        [1, null],
        [50, 60],
      ],
      false,
    ],
    [
      "the wrong order",
      [
        [50, 60],
        [1, 49],
      ],
      false,
    ],
    ["a reversed tier", [[60, 50]], false],
    ["a tier from zero guests", [[0, 10]], false],
  ] as const)("contiguous tiers: %s → %s", (_, bounds, isContiguous) => {
    const tiers = bounds.map(([min, max]) => ({ min, max, perPersonPriceCents: cents(1000) }));
    expect(areTiersContiguous(tiers)).toBe(isContiguous);
  });
});

test.each([
  [["food", "travel", "tax"], true],
  [["appearance", "service_fee"], true],
  // Lines with a zero amount are omitted.
  [["travel"], true],
  [["rental", "delivery", "cleaning", "tax"], false],
] as const)("a price with lines %j is a food truck price: %s", (codes, isTruck) => {
  expect(isOfFoodTruck({ lines: codes.map((code) => ({ code })) })).toBe(isTruck);
});
