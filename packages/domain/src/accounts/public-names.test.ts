import { expect, test } from "vitest";
import { lastInitial } from "./public-names.ts";

test.each([
  ["Rivera", "R."],
  ["van Dyk", "V."],
  ["e\u0301mile", "E\u0301."],
  ["𐐨deseret", "𐐀."],
  ["", ""],
  ["  ", ""],
  [null, ""],
])("strangers see %j as %j", (lastName, shown) => {
  expect(lastInitial(lastName)).toBe(shown);
});
