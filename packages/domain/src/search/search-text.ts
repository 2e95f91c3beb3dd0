/** Trimmed search text; null when it is empty. */
export function searchTextOf(typed: string): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}

const MAX_RECENT = 5;

/** The last five distinct searches, newest first. Letter case is ignored when comparing. */
export function withRecentSearch(recent: readonly string[], typed: string): string[] {
  const text = searchTextOf(typed);
  if (!text) return [...recent];
  const others = recent.filter((known) => known.toLowerCase() !== text.toLowerCase());
  return [text, ...others].slice(0, MAX_RECENT);
}

/** Parses stored recent searches; throws when the format is wrong. */
export function parseRecentSearches(stored: string): string[] {
  const value: unknown = JSON.parse(stored);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) {
    throw new TypeError("recent searches are not a list of texts");
  }
  return value.reduceRight<string[]>(withRecentSearch, []);
}
