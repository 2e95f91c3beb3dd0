import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { localMemory } from "../../lib/safe-storage.ts";
import { knownItems } from "./api/catalogue.ts";
import { readRecentSearches } from "./recent-searches.ts";

const DEBOUNCE_MS = 100;
const SHORTEST_WISH = 2;

export type Options = {
  kind: "recent" | "suggestions";
  entries: readonly string[];
  /** There are suggestions to make, and none fits. */
  isWithout: boolean;
};

/** From two characters on suggestions, a moment after the last key; before that what was searched for last. */
export function useOptions(typed: string): Options {
  const text = useDebounced(typed.trim());
  const [recent] = useState(() => readRecentSearches(localMemory));
  const { data: items } = useQuery(knownItems());
  const terms = useMemo(() => suggestionTermsOf(items ?? []), [items]);

  if (text.length < SHORTEST_WISH) return { kind: "recent", entries: recent, isWithout: false };
  const entries = suggestionsFor(text, terms);
  return { kind: "suggestions", entries, isWithout: items !== undefined && entries.length === 0 };
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
