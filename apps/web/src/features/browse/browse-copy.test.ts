import { describe, expect, it, test } from "vitest";
import { changedSearch, NO_SEARCH, parseSearchUrl } from "../../lib/search-url.ts";
import {
  chipsOf,
  countFilters,
  headingOf,
  NO_FILTERS,
  sortOf,
  sublineOf,
  townOf,
  whenText,
  whereText,
} from "./copy.ts";

const FULL = parseSearchUrl(
  "search=tent&category=x&latitude=40.7&longitude=-74.2&radius=5&place=Maplewood%2C+NJ+07040&minPrice=10&maxPrice=49.50" +
    "&condition=new,used&exchange=pickup&rating=4.5&startDate=2026-11-20&endDate=2026-11-22&quantity=3",
);

describe("filter chips", () => {
  it("name every filter, and each removes only its own", () => {
    const chips = chipsOf(FULL, "Camping & Outdoor");
    expect(chips.map(({ label }) => label)).toEqual([
      "“tent”",
      "Camping & Outdoor",
      "Within 5 mi of Maplewood, NJ 07040",
      "Nov 20\u2009–\u200922",
      "At least 3",
      "$10 – $49.50",
      "New",
      "Used",
      "Pickup",
      "4.5 stars and up",
    ]);
    for (const chip of chips) {
      const name = chip.id === "category" ? null : "Camping & Outdoor";
      const remaining = chipsOf(changedSearch(FULL, chip.without), name);
      expect(remaining.map(({ id }) => id)).toEqual(chips.map(({ id }) => id).filter((id) => id !== chip.id));
    }
  });

  it("are empty once all filters are cleared", () => {
    expect(chipsOf(changedSearch(FULL, NO_FILTERS), null)).toEqual([]);
    expect(chipsOf(NO_SEARCH, null)).toEqual([]);
  });

  it("show an open-ended price range, and the map area instead of the radius", () => {
    const labels = (query: string) => chipsOf(parseSearchUrl(query), null).map(({ label }) => label);
    expect(labels("minPrice=10")).toEqual(["From $10"]);
    expect(labels("maxPrice=50")).toEqual(["Up to $50"]);
    expect(labels("latitude=1&longitude=2&bounds=1,2,3,4")).toEqual(["Map area"]);
    expect(labels("latitude=1&longitude=2")).toEqual(["Within 25 mi of you"]);
  });

  it("are counted by filter type on the button", () => {
    expect([countFilters(NO_SEARCH), countFilters(FULL)]).toEqual([0, 7]);
  });
});

describe("results heading", () => {
  test.each([
    ["", null, { total: 500, isMore: true }, "500+ items"],
    ["", null, { total: 1, isMore: false }, "1 item"],
    ["", null, undefined, "Items near you"],
    ["category=x", "Yard Games", undefined, "Yard Games near you"],
    ["category=x", "Yard Games", { total: 4, isMore: false }, "4 items in Yard Games"],
    ["search=tent", null, undefined, "Items for “tent”"],
    ["search=tent", "Camping", { total: 0, isMore: false }, "0 items for “tent” in Camping"],
    ["latitude=1&longitude=2&place=Maplewood,%20NJ", null, { total: 9, isMore: false }, "9 items near Maplewood"],
    ["latitude=1&longitude=2", null, { total: 9, isMore: false }, "9 items near you"],
    ["bounds=1,2,3,4", null, { total: 9, isMore: false }, "9 items on the map"],
    ["search=tent", null, { total: 0, isMore: true }, "Items for “tent”"],
  ])("for %j in %j with %j is: %s", (query, category, found, heading) =>
    expect(headingOf(parseSearchUrl(query), category, found)).toBe(heading),
  );

  it("has a subline with the dates, their length and the sort order", () => {
    expect(sublineOf(FULL)).toBe("Nov 20\u2009–\u200922 · 3 days · best match first · totals include fees and tax");
    expect(sublineOf(NO_SEARCH)).toBe("Newest first");
    expect(sortOf(parseSearchUrl("latitude=1&longitude=2"))).toBe("distance");
    expect(sortOf(parseSearchUrl("search=tent&sort=price"))).toBe("price");
    expect(sortOf(parseSearchUrl("bounds=1,2,3,4"))).toBe("newest");
    expect(sortOf(changedSearch(parseSearchUrl("search=tent&sort=relevance"), { search: null }))).toBe("newest");
  });

  test.each([
    ["Maplewood, NJ 07040", "Maplewood"],
    ["12 Maple Street, Maplewood, NJ 07040", "Maplewood"],
    ["Anywhere", "Anywhere"],
    [null, null],
  ])("shortens the place %j to %j", (place, town) => expect(townOf(place)).toBe(town));
});

describe("where and when", () => {
  test.each([
    ["", "Anywhere"],
    ["latitude=1&longitude=2&place=Maplewood,%20NJ%2007040&radius=5", "Maplewood · 5 mi"],
    ["latitude=1&longitude=2", "Near you · 25 mi"],
    ["latitude=1&longitude=2&bounds=1,2,3,4", "Map area"],
  ])("for %j the place is %s", (query, text) => expect(whereText(parseSearchUrl(query))).toBe(text));

  it("shows the dates, or any", () => {
    expect([whenText(FULL), whenText(NO_SEARCH)]).toEqual(["Nov 20\u2009–\u200922", "Any dates"]);
  });
});
