import { describe, expect, test } from "vitest";
import { countedTextOf, filterKindsOf, nextMorning } from "./counted-search.ts";

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

test.each([
  ["before eight", "2026-06-01T11:59:59.999Z", "America/New_York", "2026-06-01T12:00:00.000Z"],
  ["at eight", "2026-06-01T12:00:00.000Z", "America/New_York", "2026-06-02T12:00:00.000Z"],
  ["in another zone", "2026-06-01T12:00:00.000Z", "America/Los_Angeles", "2026-06-01T15:00:00.000Z"],
  ["on another local date", "2026-06-01T23:30:00.000Z", "Pacific/Auckland", "2026-06-02T20:00:00.000Z"],
  ["on the night the clocks go forward", "2026-03-07T20:00:00.000Z", "America/New_York", "2026-03-08T12:00:00.000Z"],
  ["on the night the clocks go back", "2026-10-31T20:00:00.000Z", "America/New_York", "2026-11-01T13:00:00.000Z"],
  ["at the end of a year", "2026-12-31T20:00:00.000Z", "America/New_York", "2027-01-01T13:00:00.000Z"],
])("the next morning %s: after %s in %s it is %s", (_, now, zone, expected) => {
  expect(nextMorning(new Date(now), zone).toISOString()).toBe(expected);
});
