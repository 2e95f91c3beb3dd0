import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { useQuery } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { localMemory } from "../../../lib/browser/storage.ts";
import { useSettled } from "../../../lib/browser/viewport.ts";
import { listCategories, listItems, suggestSearches } from "../api.ts";
import { categoryPath, type PanelState, readRecentSearches } from "../use-search-box.ts";

type Props = {
  typed: string;
  field: RefObject<HTMLInputElement | null>;
  listId: string;
  isInDialog: boolean;
  onSearch: (text: string) => void;
  onClose: () => void;
  onState: (state: PanelState) => void;
  onLeave: (() => void) | undefined;
};

const TITLES = { recent: "Recent searches", suggestions: "Suggestions" };

export function SuggestionPanel({ typed, field, listId, isInDialog, onSearch, onClose, onState, onLeave }: Props) {
  const { kind, entries, isWithout } = useOptions(typed);
  const active = useListKeys({ field, entries }, { onSearch, onEscape: isInDialog ? null : onClose });
  const optionId = (place: number) => `${listId}-${place}`;
  const activeId = active === null ? null : `${listId}-${active}`;
  const isListShown = entries.length > 0;
  const Icon = kind === "recent" ? History : Search;

  useEffect(() => onState({ isListShown, activeId }), [isListShown, activeId, onState]);

  return (
    // What is pressed here must not take the focus from the field, which would close the panel before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only leaves the focus where it is
    <div
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={
        isInDialog
          ? "mt-3"
          : "absolute inset-x-0 top-full z-30 mt-2 max-h-[70vh] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-soft"
      }
    >
      {isListShown && (
        <>
          <p aria-hidden="true" className="px-3 pt-1 pb-1 text-muted text-sm">
            {TITLES[kind]}
          </p>
          <div role="listbox" id={listId} aria-label={TITLES[kind]} tabIndex={-1}>
            {entries.map((entry, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={entry}
                role="option"
                id={optionId(place)}
                aria-selected={place === active}
                tabIndex={-1}
                onClick={() => onSearch(entry)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-subtle aria-selected:bg-subtle"
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 truncate">{entry}</span>
              </div>
            ))}
          </div>
        </>
      )}
      {isWithout && (
        <div role="status" className="px-3 py-4 text-center">
          <p className="font-semibold">No suggestions found</p>
          <p className="mt-0.5 text-muted text-sm">Try a different search term</p>
        </div>
      )}
      <CategoryFilters
        onChoose={() => {
          onClose();
          onLeave?.();
        }}
      />
    </div>
  );
}

const MOST = 8;

/** Where they cannot be loaded, the panel does without. */
function CategoryFilters({ onChoose }: { onChoose: () => void }) {
  const { data } = useQuery(listCategories());
  if (!data || data.length === 0) return null;

  return (
    <nav aria-label="Category quick filters" className="px-3 pt-2 pb-2">
      <p aria-hidden="true" className="pb-2 text-muted text-sm">
        Categories
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.slice(0, MOST).map(({ id, slug, name }) => (
          <li key={id}>
            <Link
              href={categoryPath(slug)}
              onClick={onChoose}
              className="flex min-h-11 items-center rounded-full border border-line px-4 font-medium text-sm hover:bg-subtle"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Keys = { field: RefObject<HTMLInputElement | null>; entries: readonly string[] };
type Acts = {
  onSearch: (text: string) => void;
  /** Null where Escape is for what is around it. */
  onEscape: (() => void) | null;
};

/** Arrow keys choose among the entries while the focus stays in the field; Enter takes the chosen one. */
function useListKeys({ field, entries }: Keys, acts: Acts): number | null {
  const [active, setActive] = useState<{ place: number; among: string } | null>(null);
  const among = entries.join("\n");
  // Other entries, another choice.
  const place = active?.among === among ? active.place : null;

  const latest = useRef({ entries, among, place, acts });
  useEffect(() => {
    latest.current = { entries, among, place, acts };
  });

  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.isComposing) return;
      if (event.key === "Escape" && now.acts.onEscape) {
        event.preventDefault();
        now.acts.onEscape();
      }
      if (event.key === "Enter" && now.place !== null) {
        event.preventDefault();
        now.acts.onSearch(now.entries[now.place] ?? "");
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || now.entries.length === 0) return;
      event.preventDefault();
      const from = now.place ?? (step === 1 ? -1 : 0);
      setActive({ place: (from + step + now.entries.length) % now.entries.length, among: now.among });
    };
    input?.addEventListener("keydown", onKey);
    return () => input?.removeEventListener("keydown", onKey);
  }, [field]);

  return place;
}

const DEBOUNCE_MS = 100;
const MIN_WISH = 2;
/** With so many there may be more that are not held here. */
const FULL_PAGE = 24;

type Options = {
  kind: "recent" | "suggestions";
  entries: readonly string[];
  /** There are suggestions to make, and none fits. */
  isWithout: boolean;
};

/**
 * From two characters on suggestions, a moment after the last key; before that what was searched for last. What is held
 * here suggests at once; the server adds what it alone knows, and is done without where it cannot be reached.
 */
function useOptions(typed: string): Options {
  const text = useSettled(typed.trim(), DEBOUNCE_MS);
  const [recent] = useState(() => readRecentSearches(localMemory));
  const { data: items } = useQuery(listItems());
  const terms = useMemo(() => suggestionTermsOf(items ?? []), [items]);
  const isWish = text.length >= MIN_WISH;
  const isAllHeld = items !== undefined && items.length < FULL_PAGE;
  const server = useQuery({ ...suggestSearches(text), enabled: isWish && !isAllHeld });

  if (!isWish) return { kind: "recent", entries: recent, isWithout: false };
  const entries = suggestionsFor(text, withOthers(terms, server.data ?? []));
  const isComplete = isAllHeld || server.isSuccess || (server.isError && items !== undefined);
  return { kind: "suggestions", entries, isWithout: isComplete && entries.length === 0 };
}

function withOthers(terms: readonly string[], more: readonly string[]): string[] {
  const known = new Set(terms.map((term) => term.toLowerCase()));
  return [...terms, ...more.filter((term) => !known.has(term.toLowerCase()))];
}
