import { describe, expect, it } from "vitest";
import { EMPTY_LISTING } from "./listing-values.ts";
import { inStepOrder, stepOf, stepsFor } from "./steps.ts";

describe("steps", () => {
  it("ask for every field once", () => {
    const asked = stepsFor(true).flatMap(({ fields }) => fields);
    expect([...asked].sort()).toEqual(Object.keys(EMPTY_LISTING).sort());
  });

  it("are known for each field, also for a part of one", () => {
    expect(stepOf("images")).toBe("photos");
    expect(stepOf("latitude")).toBe("exchange");
    expect(stepOf("foodTruck.tieredPricing.0.min")).toBe("food-truck");
    expect(stepOf("isAvailable")).toBeNull();
  });

  it("[FOOD-01] have one more for a food truck", () => {
    const names = (isTruck: boolean) => stepsFor(isTruck).map(({ name }) => name);
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(["food-truck"]);
  });

  it("put problems in their order", () => {
    const fields = ["location", "foodTruck.menuUrl", "title", "images"].map((field) => ({ field }));
    expect(inStepOrder(fields).map(({ field }) => field)).toEqual(["images", "title", "location", "foodTruck.menuUrl"]);
  });
});
