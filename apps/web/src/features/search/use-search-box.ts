import { searchTextOf } from "@nexby/domain/search/search-text";
import { type FocusEvent, type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { localMemory } from "../../lib/safe-storage.ts";
import type { PanelState } from "./components/suggestion-panel.tsx";
import { keepRecentSearch } from "./recent-searches.ts";
import { searchedText, searchPath } from "./search-path.ts";

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
