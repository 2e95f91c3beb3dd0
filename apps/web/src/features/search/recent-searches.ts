import { parseRecentSearches, withRecentSearch } from "@nexby/domain/search/recent-searches";
import type { SafeStorage } from "../../lib/safe-storage.ts";
import { warn } from "../../lib/warn.ts";

const STORAGE_KEY = "nx_recent_searches";

/** The newest first. What cannot be read counts as nothing. */
export function readRecentSearches(storage: SafeStorage): string[] {
  const stored = storage.get(STORAGE_KEY);
  if (stored === null) return [];
  try {
    return parseRecentSearches(stored);
  } catch (error) {
    warn("The recent searches could not be read", error);
    return [];
  }
}

export function keepRecentSearch(storage: SafeStorage, text: string): void {
  storage.set(STORAGE_KEY, JSON.stringify(withRecentSearch(readRecentSearches(storage), text)));
}
