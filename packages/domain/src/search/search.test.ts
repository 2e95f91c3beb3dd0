import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

  test("are full titles and words of more than two characters, without stop words", () => {
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

  test("take at most five words of each text", () => {
    const long = suggestionTermsOf([{ title: "Red", description: "one1 two2 three3 four4 five5 six6" }]);
    expect(long).toEqual(["Red", "one1", "two2", "three3", "four4", "five5"]);
  });

  test("contain the typed text: prefix matches first, then shorter ones", () => {
    expect(suggestionsFor("KAY", terms)).toEqual(["kayak", "Kayak Rack", "Tandem Kayak"]);
    expect(suggestionsFor("ak", terms)).toEqual(["kayak", "Kayak Rack", "Tandem Kayak"]);
    expect(suggestionsFor("zzz", terms)).toEqual([]);
    expect(suggestionsFor("  ", terms)).toEqual([]);
  });

  test("are at most six and unique, ignoring letter case", () => {
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
  test("keep the last five distinct searches, newest first", () => {
    const searches = ["tent", "drill", "kayak", "Tent", "ladder", "saw", "  ", "grill"];
    const recent = searches.reduce<string[]>((known, typed) => withRecentSearch(known, typed), []);
    expect(recent).toEqual(["grill", "saw", "ladder", "Tent", "kayak"]);
  });

  test("are read back as stored, and anything else is rejected", () => {
    const recent = ["kayak", "drill"];
    expect(parseRecentSearches(JSON.stringify(recent))).toEqual(recent);
    for (const broken of ["", "{", "{}", "null", "[1]", '["a",null]'])
      expect(() => parseRecentSearches(broken)).toThrow();
  });
});
