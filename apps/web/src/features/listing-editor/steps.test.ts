import { describe, expect, it } from "vitest";
import { EMPTY_LISTING } from "./listing-values.ts";
import { inStepOrder, stepOf, stepsFor } from "./steps.ts";

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
