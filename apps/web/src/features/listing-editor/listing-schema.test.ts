import { listingBody } from "@nexby/contract/listings/listing-fields";
import { describe, expect, it } from "vitest";
import { listingSchema, problemsIn } from "./listing-schema.ts";
import { EMPTY_LISTING, type ListingValues } from "./listing-values.ts";

const TOOLS = "019b76da-a808-72f4-824c-5b03f7044801";
const TRUCKS = "019b76da-a808-72f4-824c-5b03f704482d";

const TENT: ListingValues = {
  ...EMPTY_LISTING,
  images: ["/media/a/full.webp", "/media/b/full.webp", "/media/c/full.webp"],
  title: "Tent",
  categoryIds: [TOOLS],
  condition: "used",
  dailyRate: "25",
  location: "07040",
};
const TRUCK: ListingValues = {
  ...TENT,
  categoryIds: [TOOLS, TRUCKS],
  foodTruck: { ...EMPTY_LISTING.foodTruck, perPersonPriceCents: "18", appearanceFeeCents: "300" },
};

const schema = listingSchema(TRUCKS);
const problems = (values: ListingValues) =>
  Object.fromEntries(problemsIn(schema, values).map(({ field, message }) => [field, message]));

describe("listing form schema", () => {
  it("listing form schema reports all missing fields at once, with the contract's messages", () => {
    expect(problems(EMPTY_LISTING)).toEqual({
      images: "At least 3 images are required",
      title: "Title is required",
      categoryIds: "At least one category is required",
      condition: "Please choose a condition",
      dailyRate: "Daily rate is required",
      location: "Street address is required",
    });
    expect(problems(TENT)).toEqual({});
  });

  it("listing form schema reports contradictions even when other fields are invalid", () => {
    const values = { ...EMPTY_LISTING, minRentalDays: "5", maxRentalDays: "2", offerPickup: false };
    expect(problems(values)).toMatchObject({
      title: "Title is required",
      maxRentalDays: "Longest rental can’t be shorter than the shortest",
      offerPickup: "Choose at least one way to hand off the item",
    });
    expect(problems({ ...values, minRentalDays: "five" })).not.toHaveProperty("maxRentalDays");
  });

  it("listing form schema reports amounts in dollars for fields entered in dollars", () => {
    expect(problems({ ...TENT, setupFlatFeeCents: "ten", replacementValueCents: "100000.01" })).toEqual({
      setupFlatFeeCents: "Setup fee must be an amount such as 25.00",
      replacementValueCents: "Replacement value must be at most $100,000",
    });
    const tieredPricing = [{ min: "1", max: "", perPersonPriceCents: "" }];
    expect(problems({ ...TRUCK, foodTruck: { ...TRUCK.foodTruck, tieredPricing } })).toEqual({
      "foodTruck.tieredPricing.0.perPersonPriceCents": "Price per person is required",
    });
  });

  it("listing form schema sends cents where the contract requires them, and other fields as typed", () => {
    expect(schema.parse({ ...TENT, setupFlatFeeCents: " 12.5 ", replacementValueCents: "900" })).toMatchObject({
      dailyRate: "25",
      depositAmount: "",
      setupFlatFeeCents: 1250,
      setupPerUnitFeeCents: 0,
      replacementValueCents: 90_000,
      turnaroundMinutes: "0",
      foodTruck: null,
    });
  });

  it("[LIST-01] listing form schema sends pieces with prices in cents, an empty price as free, and none for a food truck", () => {
    const pieces = [
      { name: " Tent pole ", count: "4", priceCents: "12.5" },
      { name: "Bag", count: "1", priceCents: "" },
    ];
    expect(listingBody.parse(schema.parse({ ...TENT, pieces })).pieces).toEqual([
      { name: "Tent pole", count: 4, priceCents: 1250 },
      { name: "Bag", count: 1, priceCents: 0 },
    ]);
    expect(schema.parse({ ...TRUCK, pieces }).pieces).toEqual([]);
  });

  it("[LIST-01] [KIT-01] listing form schema reports pieces without a name, number or valid price at their row, and repeated or expensive ones", () => {
    const pieces = [{ name: "", count: "none", priceCents: "a lot" }];
    expect(problems({ ...TENT, pieces })).toEqual({
      "pieces.0.name": "Name of the piece is required",
      "pieces.0.count": "Number of pieces must be a whole number from 1 to 500",
      "pieces.0.priceCents": "Price of the piece must be an amount such as 25.00",
    });
    const pole = { name: "Pole", count: "2", priceCents: "60" };
    expect(problems({ ...TENT, pieces: [pole, { ...pole, name: "pole" }] })).toEqual({
      pieces: "Each piece can be listed once",
    });
    const kinds = Array.from({ length: 31 }, (_, index) => ({ name: `Part ${index}`, count: "1", priceCents: "" }));
    expect(problems({ ...TENT, pieces: kinds.slice(1) })).toEqual({});
    expect(problems({ ...TENT, pieces: kinds })).toEqual({ pieces: "Please list at most 30 kinds of pieces" });
    expect(problems({ ...TENT, pieces: [pole], replacementValueCents: "119.99" })).toEqual({
      pieces: "All pieces together can cost at most the replacement value, or $100,000 without one",
    });
    expect(problems({ ...TENT, pieces: [pole], replacementValueCents: "120" })).toEqual({});
  });

  it("[FOOD-01] listing form schema requires food truck terms only in that category", () => {
    const { foodTruck } = EMPTY_LISTING;
    expect(problems({ ...TENT, foodTruck: { ...foodTruck, perPersonPriceCents: "many" } })).toEqual({});
    expect(problems({ ...TENT, categoryIds: [TRUCKS] })).toEqual({
      "foodTruck.perPersonPriceCents": "Price per person is required",
      "foodTruck.appearanceFeeCents": "Appearance fee is required",
    });
    const gap = [
      { min: "1", max: "49", perPersonPriceCents: "18" },
      { min: "51", max: "", perPersonPriceCents: "16" },
    ];
    expect(problems({ ...TRUCK, foodTruck: { ...TRUCK.foodTruck, tieredPricing: gap } })).toEqual({
      "foodTruck.tieredPricing":
        "Price tiers must follow each other without gaps, and only the last one can be open-ended",
    });
    expect(schema.parse(TRUCK).foodTruck).toEqual(
      expect.objectContaining({
        perPersonPriceCents: 1800,
        appearanceFeeCents: 30_000,
        menuUrl: null,
        travelRadiusMiles: null,
      }),
    );
    expect(schema.parse(TRUCK).foodTruck).not.toHaveProperty("menuFileUrl");
  });
});
