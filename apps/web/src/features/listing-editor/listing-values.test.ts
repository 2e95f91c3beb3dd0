import type { OwnItemView } from "@nexby/contract/listings/items";
import { listingBody } from "@nexby/contract/listings/listing-fields";
import { describe, expect, it } from "vitest";
import { earningsFor, visitEarningsFor } from "./components/price-step.tsx";
import { tierHint, withChangedTier, withoutTier, withTier } from "./components/tier-editor.tsx";
import { bodyOf } from "./listing-schema.ts";
import { EMPTY_LISTING, NO_FOOD_TRUCK, readDraft, valuesOf } from "./listing-values.ts";
import { inStepOrder, stepOf, stepsFor } from "./steps.ts";

const FIELDS = {
  title: "Taco truck",
  description: "Tacos.",
  categoryIds: ["019b76da-a808-72f4-824c-5b03f704482d"],
  condition: "used" as const,
  images: ["/media/a/full.webp", "/media/b/full.webp", "/media/c/full.webp"],
  dailyRate: "300.00",
  depositAmount: "0.00",
  lateReturnFee: "12.50",
  cleaningFee: "0.00",
  setupFlatFeeCents: 1250,
  setupPerUnitFeeCents: 0,
  replacementValueCents: 0,
  pieces: [
    { name: "Awning pole", count: 2, priceCents: 1250 },
    { name: "Bag", count: 1, priceCents: 0 },
  ],
  location: "12 Oak St, Maplewood, NJ 07040",
  latitude: 40.73,
  longitude: -74.27,
  offerPickup: false,
  offerMeetup: false,
  offerDelivery: true,
  deliveryFee: "40.00",
  deliveryRadius: 7.5,
  minRentalDays: 2,
  maxRentalDays: null,
  cancellationPolicy: "strict" as const,
  isInstant: true,
  availabilityNotes: null,
  allowQuantity: false,
  quantityTotal: 3,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: 2,
  turnaroundMinutes: 90,
};
const TRUCK = {
  enabledModes: "PER_PERSON" as const,
  perPersonPriceCents: 1800,
  perPersonMinHeadcount: 40,
  tieredPricing: [
    { min: 40, max: 74, perPersonPriceCents: 1799 },
    { min: 75, max: null, perPersonPriceCents: 0 },
  ],
  appearanceFeeCents: 0,
  baseTravelFeeCents: 5000,
  travelFeePerMileCents: 250,
  travelRadiusMiles: 30,
  prepLeadTimeHours: 48,
  setupTimeMinutes: 45,
  powerRequirements: null,
  includesPaperGoods: true,
  onsiteSales: false,
  menuUrl: "https://tacos.example/menu",
  menuFileKey: "menus/1.pdf",
};
const ITEM: OwnItemView = {
  ...FIELDS,
  id: "0198c0de-0000-7000-8000-000000000001",
  ownerId: "0198c0de-0000-7000-8000-000000000002",
  town: "Maplewood, NJ",
  timezone: "America/New_York",
  isAvailable: true,
  averageRating: null,
  reviewCount: 0,
  placeholders: [],
  viewCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  foodTruck: { ...TRUCK, offeredModes: ["PER_PERSON"], menuFileUrl: "/media/menus/1.pdf" },
};

describe("a stored listing", () => {
  it("[LIST-01] a stored listing survives a round trip through the form, field by field", () => {
    const item = { ...ITEM, foodTruck: null };
    const sent = listingBody.parse(bodyOf(valuesOf(item), false));
    expect(sent).toEqual(listingBody.parse({ ...FIELDS, foodTruck: null }));
    const sentTruck = listingBody.parse(bodyOf(valuesOf(ITEM), true));
    expect(sentTruck).toEqual(listingBody.parse({ ...FIELDS, lateReturnFee: "0.00", pieces: [], foodTruck: TRUCK }));
  });

  it("a stored listing shows zero amounts as empty", () => {
    const { depositAmount, setupFlatFeeCents, setupPerUnitFeeCents, replacementValueCents, pieces } = valuesOf(ITEM);
    expect(pieces.map(({ priceCents }) => priceCents)).toEqual(["12.50", ""]);
    expect([depositAmount, setupFlatFeeCents, setupPerUnitFeeCents, replacementValueCents]).toEqual([
      "",
      "12.50",
      "",
      "0.00",
    ]);
  });
});

describe("a draft", () => {
  it("a draft is restored as saved, including invalid values", () => {
    const values = { ...valuesOf(ITEM), dailyRate: "a lot", setupFlatFeeCents: "12." };
    expect(readDraft(JSON.parse(JSON.stringify(values)), EMPTY_LISTING)).toEqual(values);
  });

  it("a draft from another form version keeps matching fields and uses defaults for the rest", () => {
    const content = {
      title: "Tent",
      dailyRate: 25,
      images: ["/media/a/full.webp", 3, null],
      categoryIds: "tools",
      offerPickup: "yes",
      latitude: "north",
      longitude: null,
      color: "green",
      pieces: [{ name: "Pole", count: 4 }, 7],
      foodTruck: { onsiteSales: false, tieredPricing: [{ min: "1" }, 7], setupTimeMinutes: 5 },
    };
    const base = { ...EMPTY_LISTING, latitude: 40, longitude: -74 };
    expect(readDraft(content, base)).toEqual({
      ...base,
      title: "Tent",
      images: ["/media/a/full.webp"],
      longitude: null,
      pieces: [{ name: "Pole", count: "", priceCents: "" }],
      foodTruck: {
        ...base.foodTruck,
        onsiteSales: false,
        tieredPricing: [{ min: "1", max: "", perPersonPriceCents: "" }],
      },
    });
    expect(readDraft({ foodTruck: [], images: null, pieces: "none" }, base)).toEqual(base);
  });
});

describe("listing steps", () => {
  it("listing steps cover every field exactly once", () => {
    const allFields = stepsFor(true).flatMap(({ fields }) => fields);
    expect([...allFields].sort()).toEqual(Object.keys(EMPTY_LISTING).sort());
  });

  it("listing steps are found by field, also by a nested field", () => {
    expect(stepOf("images")).toBe("photos");
    expect(stepOf("latitude")).toBe("exchange");
    expect(stepOf("foodTruck.tieredPricing.0.min")).toBe("food-truck");
    expect(stepOf("isAvailable")).toBeNull();
  });

  it("[FOOD-01] listing steps include an extra step for a food truck", () => {
    const names = (isTruck: boolean) => stepsFor(isTruck).map(({ name }) => name);
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(["food-truck"]);
  });

  it("listing steps sort problems by step order", () => {
    const fields = ["location", "foodTruck.menuUrl", "title", "images"].map((field) => ({ field }));
    expect(inStepOrder(fields).map(({ field }) => field)).toEqual(["images", "title", "location", "foodTruck.menuUrl"]);
  });
});

const FEES = { dailyRate: "25", cleaningFee: "", setupFlatFeeCents: "", setupPerUnitFeeCents: "" };

describe("owner earnings", () => {
  it("owner earnings are rent and fees minus commission, by the pricing rules", () => {
    expect(earningsFor(FEES, 1, 5)).toBe(2375);
    expect(earningsFor({ ...FEES, dailyRate: "10.50" }, 2, 7.5)).toBe(1942);
    const fees = { dailyRate: "45", cleaningFee: "30", setupFlatFeeCents: "25", setupPerUnitFeeCents: "10.00" };
    expect(earningsFor(fees, 3, 5)).toBe(19_000);
  });

  it("owner earnings are null while an amount is missing or invalid", () => {
    expect(earningsFor({ ...FEES, dailyRate: "" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, dailyRate: "0" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, cleaningFee: "a bit" }, 1, 5)).toBeNull();
    expect(earningsFor({ ...FEES, dailyRate: "9".repeat(14) }, 7, 5)).toBeNull();
  });

  it("[FOOD-01] owner earnings from a visit follow the mode, the minimum and the price tiers", () => {
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

  it("price tiers follow a change in the row above, unless they were not adjacent before", () => {
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("60", "")]);
    expect(withChangedTier([row("1", "49"), row("70", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("70", "")]);
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "" })).toEqual([row("1", ""), row("50", "")]);
    expect(withChangedTier([row("1", "49")], 3, { max: "1" })).toEqual([row("1", "49")]);
  });

  it("price tiers leave a gap when one is removed, with a hint about it", () => {
    const remaining = withoutTier([row("1", "49"), row("50", "99"), row("100", "")], 1);
    expect(remaining).toEqual([row("1", "49"), row("100", "")]);
    expect(tierHint(remaining, 0)).toBeNull();
    expect(tierHint(remaining, 1)).toBe("This tier must start at 50, right after the one above.");
  });

  it("price tiers explain a wrong order or an open-ended row above", () => {
    expect(tierHint([row("10", "5")], 0)).toBe("The last number can’t be lower than the first.");
    expect(tierHint([row("1", ""), row("50", "")], 1)).toBe(
      "Only the last tier can have no limit. Enter an end for the tier above.",
    );
    expect(tierHint([row("1", "49"), row("50", "")], 1)).toBeNull();
  });
});
