import { parseRecentSearches, searchTextOf, withRecentSearch } from "@nexby/domain/search/search-text";
import { type FocusEvent, type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { localMemory, type SafeStorage } from "../../lib/browser/storage.ts";
import { warn } from "../../lib/errors/log-session.ts";

const CLOSED: PanelState = { isListShown: false, activeId: null };

/** What is typed, whether the panel is open, and what becomes of both. */
export function useSearchBox(isOpenAtFirst: boolean, onSearched: (() => void) | undefined) {
  const [path, navigate] = useLocation();
  const searched = searchedText(path, useSearch());
  const [typed, setTyped] = useState({ text: searched, about: searched });
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [panel, setPanel] = useState<PanelState>(CLOSED);

  // Another search came by the address, so this box shows that one.
  if (typed.about !== searched) setTyped({ text: searched, about: searched });

  const open = () => setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setPanel(CLOSED);
  };
  const search = (wish: string) => {
    const text = searchTextOf(wish);
    if (!text) return;
    setTyped({ text, about: searched });
    close();
    keepRecentSearch(localMemory, text);
    navigate(searchPath(text, path === "/browse" ? location.search : ""));
    onSearched?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(typed.text);
  };
  const closeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  const type = (text: string) => {
    setTyped({ text, about: searched });
    open();
  };

  return { text: typed.text, isOpen, panel, setPanel, type, open, close, search, submit, closeOnLeave };
}

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

/** Of a search before it, where and when stay; what it was for does not. */
const KEPT = ["latitude", "longitude", "radius", "startDate", "endDate", "quantity", "place", "view"];

/** Where items are searched; the address is the only place that says what for. */
export function searchPath(text: string, before = ""): string {
  const kept = new URLSearchParams(before);
  for (const name of new Set(kept.keys())) if (!KEPT.includes(name)) kept.delete(name);
  return `/browse?search=${encodeURIComponent(text)}${kept.size > 0 ? `&${kept}` : ""}`;
}

export const categoryPath = (slug: string): string => `/browse?category=${encodeURIComponent(slug)}`;

/** What the page at this address searches for. */
export const searchedText = (path: string, search: string): string =>
  path === "/browse" ? (new URLSearchParams(search).get("search") ?? "") : "";

/** How the field is to be described to screen readers. */
export type PanelState = { isListShown: boolean; activeId: string | null };
