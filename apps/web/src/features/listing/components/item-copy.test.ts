import { expect, test } from "vitest";
import { shortNameOf, whereaboutsOf } from "./item-card.tsx";

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };
const item = { location: "South Orange, NJ", latitude: 40.7489, longitude: -74.2613 };

test("shows the distance in miles from a known place", () =>
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
