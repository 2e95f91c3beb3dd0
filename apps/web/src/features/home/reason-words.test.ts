import { expect, it } from "vitest";
import { reasonWordsOf } from "./recommendations.tsx";

it("says why something is recommended", () => {
  const because = { id: "1", title: "Two-person kayak" };
  expect(reasonWordsOf({ reason: "viewed", because })).toBe("Because you viewed Two-person kayak");
  expect(reasonWordsOf({ reason: "favorite", because })).toBe("Because you saved Two-person kayak");
  expect(reasonWordsOf({ reason: "booked", because })).toBe("Because you booked Two-person kayak");
  expect(reasonWordsOf({ reason: "near", because: null })).toBe("Popular near you");
  expect(reasonWordsOf({ reason: "popular", because: null })).toBe("Popular on Nexby");
});
