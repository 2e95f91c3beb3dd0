/** What may be searched for: text with something in it, without the space around it; null for nothing. */
export function searchTextOf(typed: string): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}

const MAX_RECENT = 5;

/** The last five distinct searches, the newest first; the same words in other letter case are one search. */
export function withRecentSearch(recent: readonly string[], typed: string): string[] {
  const text = searchTextOf(typed);
  if (!text) return [...recent];
  const others = recent.filter((known) => known.toLowerCase() !== text.toLowerCase());
  return [text, ...others].slice(0, MAX_RECENT);
}

/** Reads what was stored; throws when it is not what we store. */
export function parseRecentSearches(stored: string): string[] {
  const value: unknown = JSON.parse(stored);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) {
    throw new TypeError("recent searches are not a list of texts");
  }
  return value.reduceRight<string[]>(withRecentSearch, []);
}
