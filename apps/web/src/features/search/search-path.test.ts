import { expect, it } from "vitest";
import { categoryPath, searchedText, searchPath } from "./use-search-box.ts";

it("an address says what is searched for, and can be read back", () => {
  expect(searchPath("tent & tarp")).toBe("/browse?search=tent%20%26%20tarp");
  expect(searchedText("/browse", "search=tent%20%26%20tarp")).toBe("tent & tarp");
  expect(categoryPath("yard-games")).toBe("/browse?category=yard-games");
});

it("other pages search for nothing", () => {
  expect(searchedText("/browse", "category=yard-games")).toBe("");
  expect(searchedText("/admin", "search=robin")).toBe("");
});

it("another search keeps where and when, not what for", () => {
  const before = "search=tent&category=camping&latitude=1&longitude=2&place=Here&startDate=2026-01-01&minPrice=5";
  expect(searchPath("drill", before)).toBe(
    "/browse?search=drill&latitude=1&longitude=2&place=Here&startDate=2026-01-01",
  );
});
