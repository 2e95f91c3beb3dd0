import { describe, expect, test } from "vitest";
import { localDate } from "../kernel/calendar.ts";
import { cents } from "../kernel/money.ts";
import { instantOf, rentalDays } from "../kernel/zones.ts";
import {
  areTiersContiguous,
  type FoodTruckTerms,
  foodTruckPrice,
  isEveryHeadcountPriced,
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

/** Days as the calendar of the listing counts them, whatever the clocks do in between. */
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
      name: "P2 everything at once",
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
      name: "P3 over the hour that spring takes",
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
      name: "P4 over a leap day",
      fees: { dailyRateCents: 1999 },
      stay: { start: "2024-02-28", end: "2024-03-01", quantity: 1, isDelivered: false },
      rates: { taxRate: 6 },
      expected: { days: 3, ownerSubtotalCents: 5997, taxCents: 360, totalCents: 6357, commissionCents: 300 },
    },
    {
      name: "P5 over the hour that fall gives, with two ties to round",
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

  test("delivery costs only when it is wanted, and lines of nothing are left out", () => {
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

  test("P6 at least so many guests are billed", () => {
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

  test("P7 the whole headcount has the price of its tier, and the radius itself is within it", () => {
    const price = foodTruckPrice(TRUCK, { ...visit, headcount: 75, miles: 30 }, RATES);
    expect(price).toMatchObject({ ok: true, value: { totalCents: 132_500 } });
  });

  test("P8 an appearance, with the way to a tenth of a mile", () => {
    const truck = { ...TRUCK, baseTravelFeeCents: cents(0), travelFeePerMileCents: cents(199) };
    const price = foodTruckPrice(truck, { ...visit, mode: "APPEARANCE", miles: 7.25 }, { ...RATES, taxRate: 7 });
    expect(price).toMatchObject({ ok: true, value: { taxCents: 2202, totalCents: 33_655 } });
    expect(price.ok && price.value.lines[1]?.amountCents).toBe(1453);
  });

  test("P9 beyond the radius is refused", () => {
    expect(foodTruckPrice(TRUCK, { ...visit, miles: 30.1 }, RATES)).toEqual({ ok: false, code: "too_far" });
    expect(foodTruckPrice({ ...TRUCK, travelRadiusMiles: null }, { ...visit, miles: 500 }, RATES).ok).toBe(true);
  });

  test("only what is offered can be chosen; without sales at the truck there is no appearance", () => {
    expect(offeredModes(TRUCK)).toEqual(["PER_PERSON", "APPEARANCE"]);
    expect(offeredModes({ ...TRUCK, onsiteSales: false })).toEqual(["PER_PERSON"]);
    expect(offeredModes({ ...TRUCK, enabledModes: "APPEARANCE" })).toEqual(["APPEARANCE"]);
    const refused = foodTruckPrice({ ...TRUCK, onsiteSales: false }, { ...visit, mode: "APPEARANCE" }, RATES);
    expect(refused).toEqual({ ok: false, code: "mode_not_offered" });
  });

  const tier = (min: number, max: number | null) => ({ min, max, perPersonPriceCents: cents(1000) });

  test("guests that neither a tier nor a price for all names are refused, not fed for nothing", () => {
    const truck = { ...TRUCK, perPersonPriceCents: cents(0), tieredPricing: [tier(50, 99)] };
    const ask = (headcount: number) => foodTruckPrice(truck, { ...visit, headcount }, RATES);
    const refused = { ok: false, code: "headcount_not_priced" };
    expect([35, 49, 100].map(ask)).toEqual([refused, refused, refused]);
    expect([50, 99].map((headcount) => ask(headcount).ok)).toEqual([true, true]);
    expect(foodTruckPrice(truck, { ...visit, mode: "APPEARANCE" }, RATES).ok).toBe(true);
  });

  test.each([
    ["a price for all", 1800, [], true],
    ["a price for all beside a closed tier", 1800, [tier(75, 149)], true],
    ["nothing", 0, [], false],
    ["an open tier from the fewest guests on", 0, [tier(40, null)], true],
    ["tiers from below the fewest guests", 0, [tier(1, 49), tier(50, null)], true],
    ["a tier that begins above the fewest guests", 0, [tier(41, null)], false],
    ["a last tier that is closed", 0, [tier(1, 49), tier(50, 100)], false],
  ] as const)("every number of guests has a price by %s: %s %j → %s", (_, price, tieredPricing, isPriced) => {
    expect(isEveryHeadcountPriced({ ...TRUCK, perPersonPriceCents: cents(price), tieredPricing })).toBe(isPriced);
  });

  test.each([
    ["none", [], true],
    ["one that is open", [[40, null]], true],
    [
      "two that follow",
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
      "an open one before another",
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
    ["one upside down", [[60, 50]], false],
    ["one from nobody", [[0, 10]], false],
  ] as const)("tiers: %s → %s", (_, bounds, isFine) => {
    const tiers = bounds.map(([min, max]) => ({ min, max, perPersonPriceCents: cents(1000) }));
    expect(areTiersContiguous(tiers)).toBe(isFine);
  });
});
