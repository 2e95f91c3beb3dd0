import { expect, test } from "vitest";
import { shortNameOf, whereaboutsOf } from "./item-card.tsx";

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };
const item = { location: "South Orange, NJ", latitude: 40.7489, longitude: -74.2613 };

test("an item is so many miles away from a known place", () =>
  expect(whereaboutsOf(item, MAPLEWOOD)).toBe("1.5 mi away"));

test("without a place, or without its position, it is in its town", () => {
  expect(whereaboutsOf(item, null)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, latitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, longitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
});

test("names are short", () => {
  expect(shortNameOf({ firstName: "Maya", lastName: "rivera" })).toBe("Maya R.");
  expect(shortNameOf({ firstName: "Maya", lastName: "" })).toBe("Maya");
});
