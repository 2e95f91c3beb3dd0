import { expect, test } from "vitest";
import { dollars } from "../http/refusals.ts";
import { cardFee } from "./balance-transactions.ts";

test.each([
  [50, 31],
  [100, 33],
  [1_000, 59],
  [7_000, 233],
  [10_000, 320],
  [50_017, 1_480],
  [50_018, 1_481],
])("a charge of %i cents has a fee of %i cents", (amount, fee) => {
  expect(cardFee(amount)).toBe(fee);
});

test("shows the sign of an amount before the dollar sign", () => {
  expect([1_559, -1_559, -5].map(dollars)).toEqual(["$15.59", "-$15.59", "-$0.05"]);
});
