import { describe, expect, test } from "vitest";
import { ownPath, withQuery } from "../paths.ts";
import { browsePath, changedSearch, filterQuery, NO_SEARCH, parseSearchUrl } from "../search-url.ts";

const FULL =
  "/browse?search=tent+%26+tarp&category=camping-and-outdoor&latitude=40.7279&longitude=-74.2656&radius=5" +
  "&bounds=40.6%2C-74.4%2C40.8%2C-74.1&minPrice=10&maxPrice=49.50&condition=new%2Cused&exchange=pickup%2Cdelivery" +
  "&rating=4.5&startDate=2026-11-20&endDate=2026-11-22&quantity=3&sort=distance&place=Maplewood%2C+NJ+07040&view=map";

const queryOf = (path: string) => path.split("?")[1] ?? "";

describe("the URL of a search", () => {
  test("the URL of a search contains all of it and can be read back", () => {
    const search = parseSearchUrl(queryOf(FULL));
    expect(search).toEqual({
      search: "tent & tarp",
      category: "camping-and-outdoor",
      position: { latitude: 40.7279, longitude: -74.2656 },
      place: "Maplewood, NJ 07040",
      radius: 5,
      bounds: { south: 40.6, west: -74.4, north: 40.8, east: -74.1 },
      minCents: 1000,
      maxCents: 4950,
      conditions: ["new", "used"],
      exchanges: ["pickup", "delivery"],
      rating: 4.5,
      dates: { from: "2026-11-20", to: "2026-11-22" },
      quantity: 3,
      sort: "distance",
      view: "map",
    });
    expect(browsePath(search)).toBe(FULL);
  });

  test("the URL of a search is short when nothing is searched for", () => {
    expect(browsePath(NO_SEARCH)).toBe("/browse");
    expect(browsePath(parseSearchUrl("quantity=1&radius=25&minPrice=0&sort=distance&place=Nowhere&utm_source=x"))).toBe(
      "/browse",
    );
  });

  test("[ROUTE-10] the URL of a search is read with a search and a category in any form", () => {
    expect(parseSearchUrl("search=%20tent%0A&category=Yard%20Games")).toMatchObject({
      search: "tent",
      category: "Yard Games",
    });
  });

  test("the URL of a search may separate choices by commas or repeat them", () => {
    expect(parseSearchUrl("condition=used&condition=new,used&exchange=meetup").conditions).toEqual(["new", "used"]);
  });

  test.each([
    "latitude=91&longitude=0",
    "latitude=40.7",
    "longitude=NaN&latitude=Infinity",
    "latitude=1e1&longitude=0x10",
    "radius=-3&latitude=x&longitude=y",
    "bounds=1,2,3",
    "bounds=1,2,3,4,5",
    "bounds=40.8,-74.1,40.6,-74.4",
    "bounds=,,,",
    "bounds=a,b,c,d",
    "minPrice=-5&maxPrice=free",
    "minPrice=9999999999",
    "maxPrice=1e3",
    "condition=mint&exchange=teleport",
    "condition=__proto__&exchange=constructor",
    "rating=0",
    "rating=6",
    "startDate=2026-02-30&endDate=2026-03-01",
    "startDate=2026-03-02&endDate=2026-03-01",
    "startDate=2026-03-01",
    "startDate=2026-03-01&endDate=2027-03-01",
    "startDate=0001-01-01&endDate=0001-01-02",
    "quantity=0",
    "quantity=1.5",
    "quantity=99999",
    "sort=random",
    "sort=distance",
    "view=hologram",
    "search=%00%01%02&category=%20%20",
    "%E0%A4%A=x&view=%",
    "__proto__=x&toString=y",
  ])("%s is ignored", (query) => expect(parseSearchUrl(query)).toEqual(NO_SEARCH));

  test("the URL of a search has no more text than the server accepts", () => {
    const { search, category, place } = parseSearchUrl(`search=${"x".repeat(5000)}&category=${"y".repeat(5000)}`);
    expect([search?.length, category?.length, place]).toEqual([200, 100, null]);
  });

  test("the URL of a search stays consistent as the search changes", () => {
    const search = parseSearchUrl(queryOf(FULL));
    const elsewhere = changedSearch(search, { position: null, bounds: null });
    expect(elsewhere).toMatchObject({ place: null, radius: 25, sort: null });
    expect(changedSearch(search, { minCents: 9000 })).toMatchObject({ minCents: 9000, maxCents: null });
  });

  test("the URL of a search sends the server only what it knows, with coordinates to a meter", () => {
    const position = { latitude: 40.123456789, longitude: -0.000001 };
    const query = filterQuery(changedSearch(NO_SEARCH, { position, place: "Somewhere", view: "map" }));
    expect(Object.fromEntries(Object.entries(query).filter(([, value]) => value))).toEqual({
      latitude: "40.12346",
      longitude: "0",
    });
  });

  test("the URL of a search survives a round trip for arbitrary input", () => {
    const parts = ["", "-", "0", "999999", "40.7", "%FF", "new", "2026-11-20", ",", "1,2,3,4", "é𝄞", "'; --", "<b>"];
    const names = [...new URLSearchParams(queryOf(FULL)).keys()];
    let seed = 7;
    const pick = <Value>(values: readonly Value[]): Value => {
      seed = (seed * 48_271) % 2_147_483_647;
      return values[seed % values.length] as Value;
    };
    for (let round = 0; round < 2000; round++) {
      const query = Array.from({ length: 6 }, () => `${pick(names)}=${pick(parts)}${pick(parts)}`).join("&");
      const path = browsePath(parseSearchUrl(query));
      expect(browsePath(parseSearchUrl(queryOf(path))), query).toBe(path);
    }
  });
});

test.each(["/", "/profile", "/profile?tab=security", "/listings/1#photos"])("%s is a path of this site", (path) =>
  expect(ownPath(path)).toBe(path),
);

test.each([
  null,
  undefined,
  "",
  "profile",
  "https://elsewhere.example/",
  "//elsewhere.example/",
  "/\\elsewhere.example/",
  "/\t/elsewhere.example/",
  "/\n\\elsewhere.example/",
  "/.//elsewhere.example/",
  "/..//elsewhere.example/",
  "\\/elsewhere.example/",
  "javascript:alert(1)",
  " //elsewhere.example",
])("%j is not a path of this site", (path) => expect(ownPath(path)).toBeNull());

describe("withQuery", () => {
  test("withQuery leaves out missing values", () =>
    expect(withQuery("/api/items", { category: null })).toBe("/api/items"));
  test("withQuery escapes values", () =>
    expect(withQuery("/api/items", { category: "a&b" })).toBe("/api/items?category=a%26b"));
});
