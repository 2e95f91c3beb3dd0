import { searchTextOf } from "./search-text.ts";

type Described = { readonly title: string; readonly description?: string | null | undefined };

const MIN_WORD = 3;
const WORDS_PER_TEXT = 5;
const MAX_SUGGESTIONS = 6;

/** Words without meaning for a search. Shorter words are dropped by length and not listed here. */
const STOP_WORDS = new Set(
  `about above after again all also and any are because been before being below between both but can could did does
  doing down during each few for from further had has have having her here hers him his how into its itself just more
  most nor not now off once only other our ours out over own same she should some such than that the their theirs them
  then there these they this those through too under until very was were what when where which while who whom why will
  with would you your yours`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** Meaningful words, in the order they are written. */
export function distinctiveWordsOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.filter((word) => word.length >= MIN_WORD && !STOP_WORDS.has(word));
}

const wordsOf = (text: string): string[] => distinctiveWordsOf(text).slice(0, WORDS_PER_TEXT);

/** All possible suggestions for these items: full titles, and meaningful words of titles and descriptions. */
export function suggestionTermsOf(items: readonly Described[]): string[] {
  const terms = new Map<string, string>();
  for (const { title, description } of items) {
    for (const term of [title.trim(), ...wordsOf(title), ...wordsOf(description ?? "")]) {
      const key = term.toLowerCase();
      if (key && !terms.has(key)) terms.set(key, term);
    }
  }
  return [...terms.values()];
}

/** Terms that contain the typed text: prefix matches first, then shorter ones; at most six. */
export function suggestionsFor(typed: string, terms: readonly string[]): string[] {
  const query = searchTextOf(typed)?.toLowerCase();
  if (!query) return [];
  return terms
    .map((term) => ({ term, index: term.toLowerCase().indexOf(query) }))
    .filter(({ index }) => index >= 0)
    .sort(
      (one, other) =>
        Number(one.index > 0) - Number(other.index > 0) ||
        one.term.length - other.term.length ||
        one.term.localeCompare(other.term, "en"),
    )
    .slice(0, MAX_SUGGESTIONS)
    .map(({ term }) => term);
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

/** True if the text contains all the words, in any case and order. */
export function containsWords(text: string, words: string): boolean {
  const searched = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
