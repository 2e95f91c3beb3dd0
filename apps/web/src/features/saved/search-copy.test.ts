import { describe, expect, test } from "vitest";
import { browsePath, parseSearchUrl } from "../../lib/search-url.ts";
import { detailsOf, nameOf, savedSearchOf, searchOf } from "./copy.ts";

const MAPLEWOOD = "latitude=40.7279&longitude=-74.2656&place=Maplewood%2C+NJ+07040";

test.each([
  ["", null, "Everything"],
  ["search=kayak", null, "Kayak"],
  ["category=camping", "Camping & Outdoor", "Camping & Outdoor"],
  [`search=tent&category=camping&${MAPLEWOOD}`, "Camping & Outdoor", "Tent in Camping & Outdoor near Maplewood"],
  ["latitude=40&longitude=-74", null, "Everything near me"],
  ["search=saw&bounds=40,-75,41,-74&maxPrice=50", null, "Saw on the map, up to $50 a day"],
  ["search=saw&minPrice=5&maxPrice=50", null, "Saw, $5 to $50 a day"],
  ["search=saw&minPrice=5.50", null, "Saw, from $5.50 a day"],
])("a saved search names %j after its own terms", (query, categoryName, name) => {
  expect(nameOf(parseSearchUrl(query), categoryName)).toBe(name);
});

test("a name never exceeds the maximum length", () => {
  expect(nameOf(parseSearchUrl(`search=${"x".repeat(200)}`), null)).toHaveLength(100);
});

const FULL = `search=kayak&category=camping&${MAPLEWOOD}&radius=10&minPrice=5&maxPrice=50&condition=new,used&exchange=pickup&rating=4&startDate=2035-06-04&endDate=2035-06-06&quantity=2`;

test("details list every filter of a search", () => {
  expect(detailsOf(parseSearchUrl(FULL), "Camping & Outdoor")).toEqual([
    "“kayak”",
    "Camping & Outdoor",
    "Within 10 mi of Maplewood, NJ 07040",
    "$5 to $50 a day",
    "New",
    "Used",
    "Pickup",
    "4 stars and up",
    expect.stringMatching(/^Jun 4\s–\s6$/),
    "At least 2 units",
  ]);
  expect(detailsOf(parseSearchUrl(""), null)).toEqual([]);
});

describe("a saved search", () => {
  const saved = (query: string) => {
    const fields = savedSearchOf(parseSearchUrl(query));
    const [minPrice, maxPrice] = [fields.minPrice, fields.maxPrice].map((price) => price && Number(price).toFixed(2));
    const category = fields.category ? { id: "1", name: "Camping", slug: String(fields.category) } : null;
    return searchOf({ ...fields, minPrice: minPrice ?? "0.00", maxPrice, category } as never);
  };

  test.each(["", "search=kayak", FULL, MAPLEWOOD])("a saved search restores the same URL: %j", (query) => {
    expect(browsePath(saved(query))).toBe(browsePath(parseSearchUrl(query)));
  });

  test("a saved search has no maximum price when the search has none", () => {
    expect(savedSearchOf(parseSearchUrl("")).maxPrice).toBeNull();
  });

  test("a saved search has no place when the map area exceeds the maximum radius", () => {
    const fields = savedSearchOf(parseSearchUrl("bounds=25,-125,49,-67&search=tent"));
    expect(fields).toMatchObject({ query: "tent", location: null, latitude: null, longitude: null, radius: 25 });
  });

  test("a saved search turns a map area into the circle around it", () => {
    const { latitude, longitude, radius, location } = savedSearchOf(parseSearchUrl("bounds=40.6,-74.4,40.8,-74.2"));
    expect(location).toBe("Map area");
    expect(latitude).toBeCloseTo(40.7, 9);
    expect(longitude).toBeCloseTo(-74.3, 9);
    expect(radius).toBeCloseTo(8.7, 1);
  });
});
