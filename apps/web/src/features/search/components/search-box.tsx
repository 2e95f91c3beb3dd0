import { searchTextOf } from "@nexby/domain/search/search-text";
import { Search } from "lucide-react";
import { type FocusEvent, type FormEvent, useId, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { LazyPart } from "../../../components/ui/lazy-part.tsx";
import { searchedText, searchPath } from "../search-path.ts";
import type { PanelState } from "./suggestion-panel.tsx";

const loadPanel = () => import("./suggestion-panel.tsx").then((module) => module.SuggestionPanel);

const CLOSED: PanelState = { isListShown: false, activeId: null };

type Props = {
  /** In a dialog the suggestions stand below the field instead of over the page. */
  isInDialog?: boolean;
  onSearched?: () => void;
};

export function SearchBox({ isInDialog = false, onSearched }: Props) {
  const [path, navigate] = useLocation();
  const searched = searchedText(path, useSearch());
  const [typed, setTyped] = useState({ text: searched, about: searched });
  const [isOpen, setIsOpen] = useState(isInDialog);
  const [panel, setPanel] = useState<PanelState>(CLOSED);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();

  // Another search came by the address, so this box shows that one.
  if (typed.about !== searched) setTyped({ text: searched, about: searched });

  const close = () => {
    setIsOpen(false);
    setPanel(CLOSED);
  };
  const search = (wish: string) => {
    const text = searchTextOf(wish);
    if (!text) return;
    setTyped({ text, about: searched });
    close();
    // Loaded with the panel in most cases: who types has opened it.
    void import("../keep-search.ts").then(({ keepSearch }) => keepSearch(text));
    navigate(searchPath(text));
    onSearched?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(typed.text);
  };
  const closeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not know the search element all yet
    <form role="search" aria-label="Items" onSubmit={submit} onBlur={closeOnLeave} className="relative">
      <div className="flex h-12 items-center rounded-full border border-line-strong bg-surface pr-0.5 pl-5 outline-ring has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 md:shadow-soft">
        <input
          ref={field}
          type="text"
          name="search"
          role="combobox"
          aria-label="What are you looking for?"
          aria-expanded={panel.isListShown}
          aria-controls={listId}
          aria-activedescendant={panel.activeId ?? undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          inputMode="search"
          enterKeyHint="search"
          placeholder="Tent, drill, bounce house..."
          maxLength={200}
          value={typed.text}
          onChange={(event) => {
            setTyped({ text: event.target.value, about: searched });
            setIsOpen(true);
          }}
          // Not by the focus alone: who only passes by with the keyboard would have to pass all of it.
          onClick={() => setIsOpen(true)}
          onKeyDown={(event) => event.key === "ArrowDown" && setIsOpen(true)}
          className="h-full min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label="Find items"
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-120 hover:bg-subtle"
        >
          <Search size={20} strokeWidth={2} aria-hidden="true" />
        </button>
      </div>
      {isOpen && (
        <LazyPart
          load={loadPanel}
          props={{
            typed: typed.text,
            field,
            listId,
            isInDialog,
            onSearch: search,
            onClose: close,
            onState: setPanel,
            onLeave: onSearched,
          }}
          isOptional
        />
      )}
    </form>
  );
}
