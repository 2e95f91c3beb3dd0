import type { OwnItemView } from "@nexby/contract/listings/items";
import { listingBody } from "@nexby/contract/listings/listing-fields";
import { describe, expect, it } from "vitest";
import { bodyOf } from "./listing-schema.ts";
import { EMPTY_LISTING, readDraft, valuesOf } from "./listing-values.ts";
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
  it("[LIST-01] survives a round trip through the form, field by field", () => {
    const item = { ...ITEM, foodTruck: null };
    const sent = listingBody.parse(bodyOf(valuesOf(item), false));
    expect(sent).toEqual(listingBody.parse({ ...FIELDS, foodTruck: null }));
    const sentTruck = listingBody.parse(bodyOf(valuesOf(ITEM), true));
    expect(sentTruck).toEqual(listingBody.parse({ ...FIELDS, lateReturnFee: "0.00", pieces: [], foodTruck: TRUCK }));
  });

  it("shows zero amounts as empty", () => {
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
  it("is restored as saved, including invalid values", () => {
    const values = { ...valuesOf(ITEM), dailyRate: "a lot", setupFlatFeeCents: "12." };
    expect(readDraft(JSON.parse(JSON.stringify(values)), EMPTY_LISTING)).toEqual(values);
  });

  it("from another form version keeps matching fields and uses defaults for the rest", () => {
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
  it("cover every field exactly once", () => {
    const allFields = stepsFor(true).flatMap(({ fields }) => fields);
    expect([...allFields].sort()).toEqual(Object.keys(EMPTY_LISTING).sort());
  });

  it("are found by field, also by a nested field", () => {
    expect(stepOf("images")).toBe("photos");
    expect(stepOf("latitude")).toBe("exchange");
    expect(stepOf("foodTruck.tieredPricing.0.min")).toBe("food-truck");
    expect(stepOf("isAvailable")).toBeNull();
  });

  it("[FOOD-01] include an extra step for a food truck", () => {
    const names = (isTruck: boolean) => stepsFor(isTruck).map(({ name }) => name);
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(["food-truck"]);
  });

  it("sort problems by step order", () => {
    const fields = ["location", "foodTruck.menuUrl", "title", "images"].map((field) => ({ field }));
    expect(inStepOrder(fields).map(({ field }) => field)).toEqual(["images", "title", "location", "foodTruck.menuUrl"]);
  });
});
