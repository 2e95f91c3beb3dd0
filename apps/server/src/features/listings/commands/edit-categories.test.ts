import { expect, test } from "vitest";
import { freeSlug, slugOf } from "./edit-categories.ts";

test.each([
  ["Camping & Outdoor", "camping-and-outdoor"],
  ["  Boats ", "boats"],
  ["Crème brûlée, éclairs", "creme-brulee-eclairs"],
  ["4 x 4", "4-x-4"],
  ["R&B", "r-and-b"],
  ["日本", "category"],
  ["--", "category"],
])("%j has the slug %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a taken slug gets the next free number", () => {
  expect(freeSlug("Boats", new Set())).toBe("boats");
  expect(freeSlug("Boats", new Set(["boats", "boats-2", "boats-4"]))).toBe("boats-3");
});
