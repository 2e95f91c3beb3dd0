import { searchTextOf } from "@nexby/domain/search/search-text";
import { type FocusEvent, type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { localMemory } from "../../lib/browser/storage.ts";
import type { PanelState } from "./components/suggestion-panel.tsx";

/** From the panel's file, which is there once something is typed: a visitor may leave the page right after searching. */
const keepRecent = (text: string) =>
  import("./components/suggestion-panel.tsx").then(
    ({ keepRecentSearch }) => keepRecentSearch(localMemory, text),
    () => undefined,
  );

const CLOSED: PanelState = { isListShown: false, activeId: null };

/** The text in the search box and the state of its panel. */
export function useSearchBox(isInitiallyOpen: boolean, onSearched: (() => void) | undefined) {
  const [path, navigate] = useLocation();
  const searched = searchedText(path, useSearch());
  const [typed, setTyped] = useState({ text: searched, source: searched });
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const [panel, setPanel] = useState<PanelState>(CLOSED);

  // The URL's search changed, so show its text.
  if (typed.source !== searched) setTyped({ text: searched, source: searched });

  const open = () => setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setPanel(CLOSED);
  };
  const search = (input: string) => {
    const text = searchTextOf(input);
    if (!text) return;
    setTyped({ text, source: searched });
    close();
    void keepRecent(text);
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
    setTyped({ text, source: searched });
    open();
  };

  return { text: typed.text, isOpen, panel, setPanel, type, open, close, search, submit, closeOnLeave };
}

/** Parameters that carry over to a new search: place, dates and view. */
const KEPT_PARAMETERS = ["latitude", "longitude", "radius", "startDate", "endDate", "quantity", "place", "view"];

/** Path of the results page; the search is kept in the URL only. */
export function searchPath(text: string, before = ""): string {
  const parameters = new URLSearchParams(before);
  for (const name of new Set(parameters.keys())) if (!KEPT_PARAMETERS.includes(name)) parameters.delete(name);
  return `/browse?search=${encodeURIComponent(text)}${parameters.size > 0 ? `&${parameters}` : ""}`;
}

export const searchedText = (path: string, search: string): string =>
  path === "/browse" ? (new URLSearchParams(search).get("search") ?? "") : "";
