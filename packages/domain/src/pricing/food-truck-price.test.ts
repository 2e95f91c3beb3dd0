import { expect, test } from "vitest";
import { isOfFoodTruck } from "./food-truck-price.ts";

test.each([
  [["food", "travel", "tax"], true],
  [["appearance", "service_fee"], true],
  // Lines with a zero amount are omitted.
  [["travel"], true],
  [["rental", "delivery", "cleaning", "tax"], false],
] as const)("a price with lines %j is a food truck price: %s", (codes, isTruck) => {
  expect(isOfFoodTruck({ lines: codes.map((code) => ({ code })) })).toBe(isTruck);
});
