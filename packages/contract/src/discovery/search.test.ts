import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchFilter, searchQuery } from "./search.ts";

describe("search query", () => {
  test("search query defaults to one page and the default radius", () => {
    expect(searchQuery.parse({})).toEqual({ limit: 24, radius: 25 });
  });

  test("the search query accepts all parameters at once", () => {
    const given = {
      search: "  two  tents ",
      category: "yard-games",
      latitude: "40.7",
      longitude: "-74.2",
      radius: "10",
      bounds: "40.6, -74.4,40.8,-74.1",
      minPrice: "5",
      maxPrice: "25.50",
      condition: "new,used,new",
      exchange: ["pickup", "delivery"],
      rating: "4.5",
      startDate: "2027-01-01",
      endDate: "2027-01-03",
      quantity: "2",
      sort: "price",
    };
    expect(searchFilter.parse(given)).toEqual({
      search: "two  tents",
      category: "yard-games",
      latitude: 40.7,
      longitude: -74.2,
      radius: 10,
      bounds: { south: 40.6, west: -74.4, north: 40.8, east: -74.1 },
      minPrice: 500,
      maxPrice: 2550,
      condition: ["new", "used"],
      exchange: ["pickup", "delivery"],
      rating: 4.5,
      startDate: "2027-01-01",
      endDate: "2027-01-03",
      quantity: 2,
    });
  });

  test("the search query ignores text of whitespace and control characters only", () => {
    expect(searchQuery.parse({ search: " \u0000\t " }).search).toBeUndefined();
  });

  test.each([
    [{ latitude: "40" }, "longitude", "Please send both latitude and longitude"],
    [{ latitude: "91", longitude: "0" }, "latitude", "Latitude must be from -90 to 90"],
    [{ latitude: "NaN", longitude: "0" }, "latitude", "Latitude must be a number"],
    [{ radius: "501" }, "radius", "Radius must be from 0.1 to 500"],
    [{ radius: "0" }, "radius", "Radius must be from 0.1 to 500"],
    [{ sort: "distance" }, "sort", "Please choose a place to sort by distance"],
    [{ sort: "cheapest" }, "sort", "Please choose a sort order"],
    [{ minPrice: "10", maxPrice: "9.99" }, "maxPrice", "Maximum price must be at least the minimum price"],
    [{ minPrice: "ten" }, "minPrice", "Minimum price must be an amount such as 25.00"],
    [{ condition: "broken" }, "condition.0", "Please choose a condition"],
    [{ exchange: "pickup,teleport" }, "exchange.1", "Please choose how to get the item"],
    [{ rating: "6" }, "rating", "Rating must be from 0 to 5"],
    [{ startDate: "2027-01-01" }, "endDate", "Please choose both dates"],
    [{ startDate: "2027-01-02", endDate: "2027-01-01" }, "endDate", "End date must be after or equal to start date"],
    [{ startDate: "2027-01-01", endDate: "2028-01-01" }, "endDate", "A rental can be at most 365 days"],
    [{ startDate: "2027-02-30", endDate: "2027-03-01" }, "startDate", "Please choose a date"],
    [{ quantity: "0" }, "quantity", "Quantity must be a whole number from 1 to 10,000"],
    [{ category: "" }, "category", "Please choose a category"],
    [{ search: "x".repeat(201) }, "search", "Please use at most 200 characters"],
    [
      { bounds: "40.8,-74.4,40.6,-74.1" },
      "bounds",
      "Bounds must be south, west, north and east in degrees, such as 40.6,-74.4,40.8,-74.1",
    ],
    [
      { bounds: "1,2,3" },
      "bounds",
      "Bounds must be south, west, north and east in degrees, such as 40.6,-74.4,40.8,-74.1",
    ],
  ])("the search query rejects %j", (given, field, message) => {
    const issue = searchQuery.safeParse(given).error?.issues[0];
    expect({ field: issue?.path.join("."), message: issue?.message }).toEqual({ field, message });
  });

  test("the search query parses or rejects any input without throwing", () => {
    const value = fc.oneof(fc.string(), fc.double().map(String), fc.array(fc.string(), { maxLength: 4 }));
    const names = [
      "search",
      "category",
      "latitude",
      "longitude",
      "radius",
      "bounds",
      "minPrice",
      "maxPrice",
      "condition",
    ];
    const more = ["exchange", "rating", "startDate", "endDate", "quantity", "sort", "limit", "cursor"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, ...more), value), (given) => {
        expect(() => searchQuery.safeParse(given)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
