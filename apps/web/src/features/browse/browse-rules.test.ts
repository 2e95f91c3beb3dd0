import type { FoundItemView } from "@nexby/contract/listings/items";
import { describe, expect, it, test } from "vitest";
import { browsePath, changedSearch, NO_SEARCH, parseSearchUrl } from "../../lib/search-url.ts";
import { alternativeCopy, alternativesTo } from "./alternatives.ts";
import { barHeights, centsOf, highestAt, lowestAt, thumbsOf } from "./components/price-filter.tsx";
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
import { cardEndFor, isOverlapped, overlapsOf, pinsOf } from "./map-pins.ts";

const PLACE = "latitude=40.7&longitude=-74.2&radius=5&place=Maplewood";
const DATES = "startDate=2026-11-20&endDate=2026-11-22";

const pathsTo = (query: string) => alternativesTo(parseSearchUrl(query)).map(({ search }) => browsePath(search));

describe("alternatives to an empty search", () => {
  test("alternatives to an empty search drop the dates first, then the price, then widen the area, then drop the text", () => {
    const path = "/browse?search=kayak&latitude=40.7&longitude=-74.2&radius=";
    expect(pathsTo(`search=kayak&${PLACE}&maxPrice=5&${DATES}`)).toEqual([
      `${path}5&maxPrice=5&place=Maplewood`,
      `${path}5&${DATES}&place=Maplewood`,
      `${path}100&maxPrice=5&${DATES}&place=Maplewood`,
      `/browse?search=kayak&maxPrice=5&${DATES}`,
      `/browse?latitude=40.7&longitude=-74.2&radius=5&maxPrice=5&${DATES}&place=Maplewood`,
      `${path}5&place=Maplewood`,
      `${path}100&place=Maplewood`,
      "/browse?search=kayak",
      "/browse?latitude=40.7&longitude=-74.2&radius=100&place=Maplewood",
      "/browse",
    ]);
  });

  test("alternatives to an empty search drop only filters that are set", () => {
    expect(pathsTo("search=zeppelin")).toEqual(["/browse"]);
    expect(pathsTo("")).toEqual([]);
    expect(pathsTo("bounds=1,2,3,4")).toEqual(["/browse"]);
    expect(pathsTo("rating=5&condition=new")).toEqual(["/browse"]);
  });

  test("alternatives to an empty search say what was left out", () => {
    const textsFor = (query: string, category: string | null = null) =>
      alternativesTo(parseSearchUrl(query)).map((alternative) => {
        const { missing, instead } = alternativeCopy(parseSearchUrl(query), alternative, category);
        return `${missing} ${instead}`;
      });
    expect(textsFor(`search=kayak&${DATES}`)).toEqual([
      "No items for “kayak” are available on these dates. These are available on other dates.",
      "No items for “kayak”. You might like these instead.",
      "No items for “kayak” match. These match everything except your dates and your search.",
    ]);
    expect(textsFor("category=x&quantity=9", "Camping")[0]).toBe(
      "No items in Camping are available in this quantity. These are available in smaller quantities.",
    );
    expect(textsFor("category=x", "Camping")).toEqual(["No items in Camping yet. You might like these instead."]);
    expect(textsFor(`${PLACE}&maxPrice=5&rating=4`)).toEqual([
      "No items at this price. These cost more or less.",
      "No items match all filters. These have a different condition, handoff or rating.",
      "No items in this area. These are farther away.",
      "No items in this area. These are farther away.",
      "No items match. These match everything except the price and other filters.",
      "No items match. These match everything except the price, other filters and the area.",
      "No items match. These match everything except the price, other filters and the area.",
    ]);
  });
});

const phone = { width: 390, height: 580 };

test("the map places the card at the opposite end of the map from its pin", () => {
  expect([cardEndFor({ x: 9, y: 100 }, phone), cardEndFor({ x: 9, y: 500 }, phone)]).toEqual(["foot", "head"]);
  for (const y of [90, 200, 300, 480]) {
    const overlays = overlapsOf(phone, false, cardEndFor({ x: 150, y }, phone));
    expect(isOverlapped({ x: 100, y }, overlays), `at ${y}`).toBe(false);
  }
});

test("the map treats pins below the buttons or the card as covered, and others as visible", () => {
  const overlays = overlapsOf(phone, false, "foot");
  expect(isOverlapped({ x: 380, y: 50 }, overlays), "zoom").toBe(true);
  expect(isOverlapped({ x: 195, y: 30 }, overlays), "search as I move").toBe(true);
  expect(isOverlapped({ x: 195, y: 540 }, overlays), "list").toBe(true);
  expect(isOverlapped({ x: 50, y: 430 }, overlays), "card").toBe(true);
  expect(isOverlapped({ x: 195, y: 250 }, overlays)).toBe(false);
  expect(isOverlapped({ x: 50, y: 430 }, overlapsOf(phone, false, null))).toBe(false);
});

const at = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude }) as FoundItemView;
const TOWN = { south: 40, west: -75, north: 41, east: -73 };
const view = (zoom: number) => ({ latitude: 40.7, longitude: -74.2, zoom });

test("the map clusters nearby items until it zooms in", () => {
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7005, -74.2), at("c", 40.9, -74.0), at("far", 30, -100)]);
  const [cluster, single] = pins(TOWN, view(10)).toSorted((a, b) => b.items.length - a.items.length);
  expect(cluster?.items.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(single).toMatchObject({ key: "c", zoomIn: null });
  expect(pins(TOWN, view(10))).toHaveLength(2);
  const nearer = pins(TOWN, view((cluster?.zoomIn ?? 0) + 0.01));
  expect(nearer.map(({ key }) => key).toSorted()).toEqual(["a", "b", "c"]);
});

test("the map shows single items that are far enough apart on the screen, at any zoom between two levels", () => {
  // At zoom 12.75 these are 50 pixels apart, at zoom 12 only 30.
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7, -74.19487)]);
  expect(pins(TOWN, view(12)).map(({ items }) => items.length)).toEqual([2]);
  expect(pins(TOWN, view(12.75)).map(({ items }) => items.length)).toEqual([1, 1]);
});

test("the map keeps items at the same position together at any zoom", () => {
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7, -74.2), at("c", 40.9, -74.0)]);
  for (const zoom of [10, 18]) {
    expect(pins(TOWN, view(zoom)).find(({ items }) => items.length > 1)).toMatchObject({
      items: [{ id: "a" }, { id: "b" }],
      zoomIn: null,
    });
  }
});

test("the map returns no pins for no items", () => expect(pinsOf([])(TOWN, view(10))).toEqual([]));

const PRICES = [
  { fromCents: 0, toCents: 1000, count: 4 },
  { fromCents: 1000, toCents: 2000, count: 100 },
  { fromCents: 2000, toCents: null, count: 0 },
];
const range = (minCents: number | null, maxCents: number | null) => ({ minCents, maxCents });

describe("price slider", () => {
  test.each([
    [range(null, null), { low: 0, high: 3 }],
    [range(1000, 2000), { low: 1, high: 2 }],
    [range(1250, 1999), { low: 1, high: 2 }],
    [range(9900, null), { low: 2, high: 3 }],
    [range(null, 500), { low: 0, high: 1 }],
    [range(null, 9900), { low: 0, high: 3 }],
  ])("price slider places %j at %j", (given, thumbs) => expect(thumbsOf(PRICES, given)).toEqual(thumbs));

  test("price slider maps thumb positions to prices, with no limit at the ends", () => {
    expect([0, 1, 2].map((thumb) => lowestAt(PRICES, thumb))).toEqual([null, 1000, 2000]);
    expect([1, 2, 3].map((thumb) => highestAt(PRICES, thumb))).toEqual([1000, 2000, null]);
  });

  test("the price slider keeps small bars visible next to large ones, and hides empty ones", () => {
    expect(barHeights(PRICES)).toEqual([0.06, 1, 0]);
    expect(barHeights([])).toEqual([]);
  });

  test.each([
    ["25", 2500],
    [" $25.50 ", 2550],
    ["", null],
    ["-1", null],
    ["1e3", null],
    ["12,5", null],
    ["1,500", 150_000],
    ["$1,0000", 1_000_000],
    ["$1,500.50", 150_050],
  ])("the price slider parses %j as %j", (typed, cents) => expect(centsOf(typed)).toBe(cents));
});

const FULL = parseSearchUrl(
  "search=tent&category=x&latitude=40.7&longitude=-74.2&radius=5&place=Maplewood%2C+NJ+07040&minPrice=10&maxPrice=49.50" +
    "&condition=new,used&exchange=pickup&rating=4.5&startDate=2026-11-20&endDate=2026-11-22&quantity=3",
);

describe("filter chips", () => {
  it("filter chips name every filter, and each removes only its own", () => {
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

  it("filter chips are empty once all filters are cleared", () => {
    expect(chipsOf(changedSearch(FULL, NO_FILTERS), null)).toEqual([]);
    expect(chipsOf(NO_SEARCH, null)).toEqual([]);
  });

  it("filter chips show an open-ended price range, and the map area instead of the radius", () => {
    const labels = (query: string) => chipsOf(parseSearchUrl(query), null).map(({ label }) => label);
    expect(labels("minPrice=10")).toEqual(["From $10"]);
    expect(labels("maxPrice=50")).toEqual(["Up to $50"]);
    expect(labels("latitude=1&longitude=2&bounds=1,2,3,4")).toEqual(["Map area"]);
    expect(labels("latitude=1&longitude=2")).toEqual(["Within 25 mi of you"]);
  });

  it("filter chips are counted by filter type on the button", () => {
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
  ])("the heading for %j in %j with %j is: %s", (query, category, found, heading) =>
    expect(headingOf(parseSearchUrl(query), category, found)).toBe(heading),
  );

  it("the heading has a subline with the dates, their length and the sort order", () => {
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
  ])("the heading shortens the place %j to %j", (place, town) => expect(townOf(place)).toBe(town));
});

describe("where and when", () => {
  test.each([
    ["", "Anywhere"],
    ["latitude=1&longitude=2&place=Maplewood,%20NJ%2007040&radius=5", "Maplewood · 5 mi"],
    ["latitude=1&longitude=2", "Near you · 25 mi"],
    ["latitude=1&longitude=2&bounds=1,2,3,4", "Map area"],
  ])("for %j the place is %s", (query, text) => expect(whereText(parseSearchUrl(query))).toBe(text));

  it("the search button shows the dates, or any", () => {
    expect([whenText(FULL), whenText(NO_SEARCH)]).toEqual(["Nov 20\u2009–\u200922", "Any dates"]);
  });
});
