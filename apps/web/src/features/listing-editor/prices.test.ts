import { describe, expect, it } from "vitest";
import { earningsFor, visitEarningsFor } from "./components/price-step.tsx";
import { tierHint, withChangedTier, withoutTier, withTier } from "./components/tier-editor.tsx";
import { NO_FOOD_TRUCK } from "./listing-values.ts";

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

const row = (min: string, max: string) => ({ min, max, perPersonPriceCents: "18" });

describe("[FOOD-01] price tiers", () => {
  it("start where the previous one ends", () => {
    const one = withTier([]);
    expect(one).toEqual([{ min: "1", max: "49", perPersonPriceCents: "" }]);
    expect(withTier(one)[1]).toEqual({ min: "50", max: "", perPersonPriceCents: "" });
    expect(withTier([row("1", "")])[1]?.min).toBe("");
  });

  it("follow a change in the row above, unless they were not adjacent before", () => {
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("60", "")]);
    expect(withChangedTier([row("1", "49"), row("70", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("70", "")]);
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "" })).toEqual([row("1", ""), row("50", "")]);
    expect(withChangedTier([row("1", "49")], 3, { max: "1" })).toEqual([row("1", "49")]);
  });

  it("leave a gap when one is removed, with a hint about it", () => {
    const remaining = withoutTier([row("1", "49"), row("50", "99"), row("100", "")], 1);
    expect(remaining).toEqual([row("1", "49"), row("100", "")]);
    expect(tierHint(remaining, 0)).toBeNull();
    expect(tierHint(remaining, 1)).toBe("This tier must start at 50, right after the one above.");
  });

  it("explain a wrong order or an open-ended row above", () => {
    expect(tierHint([row("10", "5")], 0)).toBe("The last number can’t be lower than the first.");
    expect(tierHint([row("1", ""), row("50", "")], 1)).toBe(
      "Only the last tier can have no limit. Enter an end for the tier above.",
    );
    expect(tierHint([row("1", "49"), row("50", "")], 1)).toBeNull();
  });
});
