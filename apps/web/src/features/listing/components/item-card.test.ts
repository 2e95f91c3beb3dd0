import { describe, expect, it, test } from "vitest";
import { cardItemOf, INVALID_ITEM, shortNameOf, whereaboutsOf } from "./item-card.tsx";

const TENT = {
  id: "7",
  title: "Tent",
  description: "For six",
  images: ["/photos/1", "/photos/2"],
  dailyRate: "18.00",
  location: "Maplewood, NJ",
  isAvailable: false,
  condition: "like_new",
  latitude: 40.7,
  longitude: -74.2,
  averageRating: 4.5,
  reviewCount: 3,
};

describe("[CARD-03] item card data", () => {
  it("keeps valid fields unchanged", () => expect(cardItemOf({ ...TENT, ownerId: "1" })).toEqual(TENT));

  it.each([
    null,
    undefined,
    "tent",
    {},
    { id: "7" },
    { title: "Tent" },
    { id: "", title: "Tent" },
    { id: "7", title: "" },
    { id: "7", title: "  " },
    { id: null, title: "Tent" },
  ])("is null without an id and a title: %o", (raw) => expect(cardItemOf(raw)).toBeNull());

  it("has an error text for invalid items", () => expect(INVALID_ITEM).toBe("Invalid item data"));

  it("defaults to available and used", () => {
    const plain = cardItemOf({ id: "7", title: "Tent" });
    expect(plain).toMatchObject({ isAvailable: true, condition: "used" });
    expect(plain).toMatchObject({ images: [], dailyRate: null, averageRating: null, reviewCount: 0 });
    expect(cardItemOf({ ...TENT, condition: "shiny", isAvailable: null })).toMatchObject({
      isAvailable: true,
      condition: "used",
    });
  });

  it.each([
    [18, "18.00"],
    ["18", "18.00"],
    ["18.50", "18.50"],
    [0, "0.00"],
    ["free", null],
    [null, null],
    [Number.NaN, null],
  ])("normalizes the rate %j", (dailyRate, shown) => expect(cardItemOf({ ...TENT, dailyRate })?.dailyRate).toBe(shown));
});

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };
const item = { location: "South Orange, NJ", latitude: 40.7489, longitude: -74.2613 };

test("[LOC-01] shows the distance in miles from a known place", () =>
  expect(whereaboutsOf(item, MAPLEWOOD)).toBe("1.5 mi away"));

test("shows the town without a place or without the item's position", () => {
  expect(whereaboutsOf(item, null)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, latitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, longitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
});

test("shortens last names to an initial", () => {
  expect(shortNameOf({ firstName: "Maya", lastName: "rivera" })).toBe("Maya R.");
  expect(shortNameOf({ firstName: "Maya", lastName: "" })).toBe("Maya");
});
