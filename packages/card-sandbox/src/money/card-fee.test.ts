import { expect, test } from "vitest";
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
