import { parseRecentSearches, withRecentSearch } from "@nexby/domain/search/suggestions";
import type { SafeStorage } from "../../lib/browser/storage.ts";
import { warn } from "../../lib/errors/log-session.ts";

const STORAGE_KEY = "nx_recent_searches";

/** Newest first; empty when the stored value cannot be parsed. */
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
