import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { localMemory } from "../../lib/safe-storage.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { knownItems } from "./api/catalogue.ts";
import { suggestions } from "./api/suggestions.ts";
import { readRecentSearches } from "./recent-searches.ts";

const DEBOUNCE_MS = 100;
const SHORTEST_WISH = 2;
/** With so many there may be more that are not held here. */
const FULL_PAGE = 24;

export type Options = {
  kind: "recent" | "suggestions";
  entries: readonly string[];
  /** There are suggestions to make, and none fits. */
  isWithout: boolean;
};

/**
 * From two characters on suggestions, a moment after the last key; before that what was searched for last. What is held
 * here suggests at once; the server adds what it alone knows, and is done without where it cannot be reached.
 */
export function useOptions(typed: string): Options {
  const text = useSettled(typed.trim(), DEBOUNCE_MS);
  const [recent] = useState(() => readRecentSearches(localMemory));
  const { data: items } = useQuery(knownItems());
  const terms = useMemo(() => suggestionTermsOf(items ?? []), [items]);
  const isWish = text.length >= SHORTEST_WISH;
  const isAllHeld = items !== undefined && items.length < FULL_PAGE;
  const server = useQuery({ ...suggestions(text), enabled: isWish && !isAllHeld });

  if (!isWish) return { kind: "recent", entries: recent, isWithout: false };
  const entries = suggestionsFor(text, withOthers(terms, server.data ?? []));
  const isComplete = isAllHeld || server.isSuccess || (server.isError && items !== undefined);
  return { kind: "suggestions", entries, isWithout: isComplete && entries.length === 0 };
}

function withOthers(terms: readonly string[], more: readonly string[]): string[] {
  const known = new Set(terms.map((term) => term.toLowerCase()));
  return [...terms, ...more.filter((term) => !known.has(term.toLowerCase()))];
}
