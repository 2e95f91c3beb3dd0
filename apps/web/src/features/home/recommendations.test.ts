import { expect, it } from "vitest";
import { reasonCopyOf } from "./recommendations.tsx";

it("explains why an item is recommended", () => {
  const because = { id: "1", title: "Two-person kayak" };
  expect(reasonCopyOf({ reason: "viewed", because })).toBe("Because you viewed Two-person kayak");
  expect(reasonCopyOf({ reason: "favorite", because })).toBe("Because you saved Two-person kayak");
  expect(reasonCopyOf({ reason: "booked", because })).toBe("Because you booked Two-person kayak");
  expect(reasonCopyOf({ reason: "near", because: null })).toBe("Popular near you");
  expect(reasonCopyOf({ reason: "popular", because: null })).toBe("Popular on Nexby");
});
