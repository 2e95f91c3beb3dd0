import { describe, expect, test } from "vitest";
import { countedTextOf, filterKindsOf } from "./counted-search.ts";

describe("counted search text", () => {
  test.each([
    ["  Kayak  for\tTWO ", "kayak for two"],
    ["ＤＲＩＬＬ", "drill"],
    ["2x4 lumber 10ft", "2x4 lumber 10ft"],
    ["07040", "07040"],
    ["10 person tent", "10 person tent"],
    ["st patrick costume", "st patrick costume"],
  ])("%j → %j", (typed, text) => expect(countedTextOf(typed)).toBe(text));

  test.each([
    "",
    " \n ",
    "x".repeat(81),
    "maya@nexby.example",
    "maya @ nexby",
    "https://maya.example/me",
    "www.maya.example",
    "(201) 555-0177",
    "+1 201.555.0177",
    "tent 2015550177",
    "4111 1111 1111 1111",
    "078-05-1120",
    "12 Maple Street",
    "12 old maple ave apt 3",
  ])("does not store %j", (typed) => expect(countedTextOf(typed)).toBeNull());
});

test("reports which kinds of filters are used, not the chosen values", () => {
  expect(filterKindsOf({})).toEqual([]);
  expect(filterKindsOf({ maxPrice: 100, rating: 4, category: "camping" })).toEqual(["category", "price", "rating"]);
  expect(
    filterKindsOf({ latitude: 1, startDate: "2026-01-01", exchange: ["pickup"], condition: ["new"], quantity: 2 }),
  ).toEqual(["condition", "dates", "exchange", "place", "quantity"]);
});
