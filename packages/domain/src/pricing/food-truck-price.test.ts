import { expect, test } from "vitest";
import { isOfFoodTruck } from "./food-truck-price.ts";

test.each([
  [["food", "travel", "tax"], true],
  [["appearance", "service_fee"], true],
  // What costs nothing has no line.
  [["travel"], true],
  [["rental", "delivery", "cleaning", "tax"], false],
] as const)("a price of %j is of a food truck: %s", (codes, isTruck) => {
  expect(isOfFoodTruck({ lines: codes.map((code) => ({ code })) })).toBe(isTruck);
});
