import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { categoryPath } from "./components/suggestion-panel.tsx";
import { keepRecentSearch, readRecentSearches } from "./recent-searches.ts";
import { searchedText, searchPath } from "./use-search-box.ts";

afterEach(() => vi.restoreAllMocks());

describe("[SEARCH-04] recent searches", () => {
  it("recent searches are stored in the browser: the last five, newest first", () => {
    const storage = fakeStorage();
    for (const text of ["tent", "drill", "kayak", "tent", "saw", "ladder", "grill"]) keepRecentSearch(storage, text);
    expect(readRecentSearches(storage)).toEqual(["grill", "ladder", "saw", "tent", "kayak"]);
    expect([...storage.kept.keys()]).toEqual(["nx_recent_searches"]);
  });

  it("recent searches that cannot be parsed are logged, and the next search replaces them", () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const storage = fakeStorage();
    storage.set("nx_recent_searches", "{broken");
    expect(readRecentSearches(storage)).toEqual([]);
    expect(warned).toHaveBeenCalledOnce();
    keepRecentSearch(storage, "tent");
    expect(readRecentSearches(storage)).toEqual(["tent"]);
  });

  it("recent searches are empty when storage is unavailable", () => {
    keepRecentSearch(forbiddenStorage(), "tent");
    expect(readRecentSearches(forbiddenStorage())).toEqual([]);
  });
});

it("the search box builds a search URL and reads the text back from it", () => {
  expect(searchPath("tent & tarp")).toBe("/browse?search=tent%20%26%20tarp");
  expect(searchedText("/browse", "search=tent%20%26%20tarp")).toBe("tent & tarp");
  expect(categoryPath("yard-games")).toBe("/browse?category=yard-games");
});

it("the search box reads no search text from other pages", () => {
  expect(searchedText("/browse", "category=yard-games")).toBe("");
  expect(searchedText("/admin", "search=robin")).toBe("");
});

it("a new search keeps the place and dates, but not the old text and filters", () => {
  const before = "search=tent&category=camping&latitude=1&longitude=2&place=Here&startDate=2026-01-01&minPrice=5";
  expect(searchPath("drill", before)).toBe(
    "/browse?search=drill&latitude=1&longitude=2&place=Here&startDate=2026-01-01",
  );
});
