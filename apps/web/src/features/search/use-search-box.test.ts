import { expect, it } from "vitest";
import { categoryPath, searchedText, searchPath } from "./use-search-box.ts";

it("builds a search URL and reads the text back from it", () => {
  expect(searchPath("tent & tarp")).toBe("/browse?search=tent%20%26%20tarp");
  expect(searchedText("/browse", "search=tent%20%26%20tarp")).toBe("tent & tarp");
  expect(categoryPath("yard-games")).toBe("/browse?category=yard-games");
});

it("reads no search text from other pages", () => {
  expect(searchedText("/browse", "category=yard-games")).toBe("");
  expect(searchedText("/admin", "search=robin")).toBe("");
});

it("a new search keeps the place and dates, but not the old text and filters", () => {
  const before = "search=tent&category=camping&latitude=1&longitude=2&place=Here&startDate=2026-01-01&minPrice=5";
  expect(searchPath("drill", before)).toBe(
    "/browse?search=drill&latitude=1&longitude=2&place=Here&startDate=2026-01-01",
  );
});
