import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { keepRecentSearch, readRecentSearches } from "./recent-searches.ts";

afterEach(() => vi.restoreAllMocks());

describe("[SEARCH-04] recent searches", () => {
  it("are stored in the browser: the last five, newest first", () => {
    const storage = fakeStorage();
    for (const text of ["tent", "drill", "kayak", "tent", "saw", "ladder", "grill"]) keepRecentSearch(storage, text);
    expect(readRecentSearches(storage)).toEqual(["grill", "ladder", "saw", "tent", "kayak"]);
    expect([...storage.kept.keys()]).toEqual(["nx_recent_searches"]);
  });

  it("that cannot be parsed are logged, and the next search replaces them", () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const storage = fakeStorage();
    storage.set("nx_recent_searches", "{broken");
    expect(readRecentSearches(storage)).toEqual([]);
    expect(warned).toHaveBeenCalledOnce();
    keepRecentSearch(storage, "tent");
    expect(readRecentSearches(storage)).toEqual(["tent"]);
  });

  it("are empty when storage is unavailable", () => {
    keepRecentSearch(forbiddenStorage(), "tent");
    expect(readRecentSearches(forbiddenStorage())).toEqual([]);
  });
});
