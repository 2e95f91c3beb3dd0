import { milesBetween } from "@nexby/domain/kernel/distance";
import { expect, it, test } from "vitest";
import { containsWords, countOf, formatCents, formatMiles, formatMoney } from "../format.ts";

const TEXT = "Tandem Kayak, with two paddles";

test.each(["kayak", "KAYAK", "paddles kayak", "tand", "", "  "])("%j is found", (words) =>
  expect(containsWords(TEXT, words)).toBe(true),
);

test.each(["canoe", "kayak canoe", "tandemkayak"])("%j is not found", (words) =>
  expect(containsWords(TEXT, words)).toBe(false),
);

test("uses the singular for one and separates thousands", () =>
  expect([1, 0, 1000].map((count) => countOf(count, "item"))).toEqual(["1 item", "0 items", "1,000 items"]));

it.each([
  [0, "0.0 mi"],
  [2, "2.0 mi"],
  [7.25, "7.3 mi"],
  [12.34, "12.3 mi"],
])("[CONST-03] %d miles are shown as %s", (miles, text) => expect(formatMiles(miles)).toBe(text));

it("[CONST-03] a degree is 69.1 miles on an earth with a radius of 3959 miles", () =>
  expect(formatMiles(milesBetween({ latitude: 40, longitude: -74 }, { latitude: 41, longitude: -74 }))).toBe(
    "69.1 mi",
  ));

it.each([
  ["18.00", "$18"],
  ["18.50", "$18.50"],
  ["0.05", "$0.05"],
  ["1250.00", "$1,250"],
])("formats %s as %s", (decimal, written) => expect(formatMoney(decimal)).toBe(written));

it("formats cents", () => expect(formatCents(2599)).toBe("$25.99"));
