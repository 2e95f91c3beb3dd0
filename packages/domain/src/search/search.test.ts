import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedTextOf, filterKindsOf, nextMorning } from "./counted-search.ts";
import { searchTextOf } from "./search-text.ts";
import { parseRecentSearches, suggestionsFor, suggestionTermsOf, withRecentSearch } from "./suggestions.ts";

describe("[SEARCH-01] submitted text", () => {
  test.each([
    ["  kayak ", "kayak"],
    ["two  words", "two  words"],
    ["", null],
    [" \t\n ", null],
  ])("%j → %j", (typed, text) => expect(searchTextOf(typed)).toBe(text));
});

describe("[SEARCH-02] suggestions", () => {
  const items = [
    { title: "Tandem Kayak", description: "A kayak for two, with paddles and vests" },
    { title: "Kayak Rack", description: "Fits the roof of any car" },
    { title: "Camping Tent for Six", description: null },
  ];
  const terms = suggestionTermsOf(items);

  test("suggestions are full titles and words of more than two characters, without stop words", () => {
    expect(terms).toEqual(
      expect.arrayContaining([
        "Tandem Kayak",
        "tandem",
        "kayak",
        "paddles",
        "Kayak Rack",
        "Camping Tent for Six",
        "six",
      ]),
    );
    for (const absent of ["a", "for", "and", "with", "the", "any", "of"]) expect(terms).not.toContain(absent);
  });

  test("suggestions take at most five words of each text", () => {
    const long = suggestionTermsOf([{ title: "Red", description: "one1 two2 three3 four4 five5 six6" }]);
    expect(long).toEqual(["Red", "one1", "two2", "three3", "four4", "five5"]);
  });

  test("suggestions contain the typed text: prefix matches first, then shorter ones", () => {
    expect(suggestionsFor("KAY", terms)).toEqual(["kayak", "Kayak Rack", "Tandem Kayak"]);
    expect(suggestionsFor("ak", terms)).toEqual(["kayak", "Kayak Rack", "Tandem Kayak"]);
    expect(suggestionsFor("zzz", terms)).toEqual([]);
    expect(suggestionsFor("  ", terms)).toEqual([]);
  });

  test("suggestions are at most six and unique, ignoring letter case", () => {
    const many = suggestionTermsOf(
      Array.from({ length: 20 }, (_, index) => ({ title: `Drill ${index}`, description: "DRILL" })),
    );
    expect(suggestionsFor("drill", many)).toHaveLength(6);
    fc.assert(
      fc.property(fc.array(fc.record({ title: fc.string(), description: fc.string() })), fc.string(), (any, typed) => {
        const found = suggestionsFor(typed, suggestionTermsOf(any));
        expect(found.length).toBeLessThanOrEqual(6);
        expect(new Set(found.map((term) => term.toLowerCase())).size).toBe(found.length);
        for (const term of found) expect(term.toLowerCase()).toContain(typed.trim().toLowerCase());
      }),
    );
  });
});

describe("[SEARCH-04] recent searches", () => {
  test("recent searches keep the last five distinct searches, newest first", () => {
    const searches = ["tent", "drill", "kayak", "Tent", "ladder", "saw", "  ", "grill"];
    const recent = searches.reduce<string[]>((known, typed) => withRecentSearch(known, typed), []);
    expect(recent).toEqual(["grill", "saw", "ladder", "Tent", "kayak"]);
  });

  test("recent searches are read back as stored, and anything else is rejected", () => {
    const recent = ["kayak", "drill"];
    expect(parseRecentSearches(JSON.stringify(recent))).toEqual(recent);
    for (const broken of ["", "{", "{}", "null", "[1]", '["a",null]'])
      expect(() => parseRecentSearches(broken)).toThrow();
  });
});

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
  ])("counted search text does not store %j", (typed) => expect(countedTextOf(typed)).toBeNull());
});

test("a counted search reports which kinds of filters are used, not the chosen values", () => {
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
