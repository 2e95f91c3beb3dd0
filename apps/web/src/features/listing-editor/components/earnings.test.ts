import { describe, expect, it } from "vitest";
import { NO_FOOD_TRUCK } from "../listing-values.ts";
import { earningsFor, visitEarningsFor } from "./price-step.tsx";

const FEES = { dailyRate: "25", cleaningFee: "", setupFlatFeeCents: "", setupPerUnitFeeCents: "" };

describe("owner earnings", () => {
  it("are rent and fees minus commission, by the pricing rules", () => {
    expect(earningsFor(FEES, 1, 5)).toBe(2375);
    expect(earningsFor({ ...FEES, dailyRate: "10.50" }, 2, 7.5)).toBe(1942);
    const fees = { dailyRate: "45", cleaningFee: "30", setupFlatFeeCents: "25", setupPerUnitFeeCents: "10.00" };
    expect(earningsFor(fees, 3, 5)).toBe(19_000);
  });

  it("are null while an amount is missing or invalid", () => {
    expect(earningsFor({ ...FEES, dailyRate: "" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, dailyRate: "0" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, cleaningFee: "a bit" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, dailyRate: "9".repeat(14) }, 7, 5)).toBeNull();
  });

  it("[FOOD-01] from a visit follow the mode, the minimum and the price tiers", () => {
    const truck = {
      ...NO_FOOD_TRUCK,
      perPersonPriceCents: "18",
      perPersonMinHeadcount: "40",
      appearanceFeeCents: "300",
      baseTravelFeeCents: "50",
      tieredPricing: [{ min: "75", max: "149", perPersonPriceCents: "16" }],
    };
    expect(visitEarningsFor(truck, "PER_PERSON", 35, 5)).toBe(73_150);
    expect(visitEarningsFor(truck, "PER_PERSON", 75, 5)).toBe(118_750);
    expect(visitEarningsFor(truck, "APPEARANCE", 0, 5)).toBe(33_250);
    expect(visitEarningsFor({ ...truck, onsiteSales: false }, "APPEARANCE", 0, 5)).toBeNull();
    expect(visitEarningsFor({ ...truck, perPersonMinHeadcount: "" }, "PER_PERSON", 75, 5)).toBeNull();
    expect(visitEarningsFor(NO_FOOD_TRUCK, "PER_PERSON", 75, 5)).toBeNull();
  });
});
