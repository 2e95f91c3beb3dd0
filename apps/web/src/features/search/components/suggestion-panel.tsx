import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { useQuery } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { localMemory } from "../../../lib/browser/storage.ts";
import { useSettled } from "../../../lib/browser/viewport.ts";
import { listCategories, listItems, suggestSearches } from "../api.ts";
import { keepRecentSearch, readRecentSearches } from "../recent-searches.ts";

/** State the field exposes to screen readers. */
export type PanelState = { isListShown: boolean; activeId: string | null };

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

export { keepRecentSearch };

const TITLES = { recent: "Recent searches", suggestions: "Suggestions" };

export function SuggestionPanel({ typed, field, listId, isInDialog, onSearch, onClose, onState, onLeave }: Props) {
  const { kind, entries, isEmpty } = useOptions(typed);
  const active = useListKeys({ field, entries }, { onSearch, onEscape: isInDialog ? null : onClose });
  const optionId = (index: number) => `${listId}-${index}`;
  const activeId = active === null ? null : `${listId}-${active}`;
  const isListShown = entries.length > 0;
  const Icon = kind === "recent" ? History : Search;

  useEffect(() => onState({ isListShown, activeId }), [isListShown, activeId, onState]);

  return (
    // Pressing inside must not take focus from the field, which would close the panel before the click.
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
            {entries.map((entry, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={entry}
                role="option"
                id={optionId(index)}
                aria-selected={index === active}
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
      {isEmpty && (
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

export const categoryPath = (slug: string): string => `/browse?category=${encodeURIComponent(slug)}`;

const MAX_CATEGORIES = 8;

/** Hidden when categories fail to load. */
function CategoryFilters({ onChoose }: { onChoose: () => void }) {
  const { data } = useQuery(listCategories());
  if (!data || data.length === 0) return null;

  return (
    <nav aria-label="Category quick filters" className="px-3 pt-2 pb-2">
      <p aria-hidden="true" className="pb-2 text-muted text-sm">
        Categories
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.slice(0, MAX_CATEGORIES).map(({ id, slug, name }) => (
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
type Handlers = {
  onSearch: (text: string) => void;
  /** Null when the surrounding dialog handles Escape. */
  onEscape: (() => void) | null;
};

/** Arrow keys move through the entries while focus stays in the field; Enter selects one. */
function useListKeys({ field, entries }: Keys, handlers: Handlers): number | null {
  const [active, setActive] = useState<{ index: number; entriesKey: string } | null>(null);
  const entriesKey = entries.join("\n");
  // New entries reset the selection.
  const index = active?.entriesKey === entriesKey ? active.index : null;

  const latest = useRef({ entries, entriesKey, index, handlers });
  useEffect(() => {
    latest.current = { entries, entriesKey, index, handlers };
  });

  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.isComposing) return;
      if (event.key === "Escape" && now.handlers.onEscape) {
        event.preventDefault();
        now.handlers.onEscape();
      }
      if (event.key === "Enter" && now.index !== null) {
        event.preventDefault();
        now.handlers.onSearch(now.entries[now.index] ?? "");
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || now.entries.length === 0) return;
      event.preventDefault();
      const from = now.index ?? (step === 1 ? -1 : 0);
      setActive({ index: (from + step + now.entries.length) % now.entries.length, entriesKey: now.entriesKey });
    };
    input?.addEventListener("keydown", onKey);
    return () => input?.removeEventListener("keydown", onKey);
  }, [field]);

  return index;
}

const DEBOUNCE_MS = 100;
const MIN_LENGTH = 2;
/** A full page means that the server may have more items than are loaded. */
const FULL_PAGE = 24;

type Options = {
  kind: "recent" | "suggestions";
  entries: readonly string[];
  /** True when all sources have been searched and nothing matches. */
  isEmpty: boolean;
};

/**
 * Shows recent searches until two characters are typed, then suggestions. Loaded items match immediately; the server
 * adds more if it is reachable.
 */
function useOptions(typed: string): Options {
  const text = useSettled(typed.trim(), DEBOUNCE_MS);
  const [recent] = useState(() => readRecentSearches(localMemory));
  const { data: items } = useQuery(listItems());
  const terms = useMemo(() => suggestionTermsOf(items ?? []), [items]);
  const isLongEnough = text.length >= MIN_LENGTH;
  const isAllLoaded = items !== undefined && items.length < FULL_PAGE;
  const server = useQuery({ ...suggestSearches(text), enabled: isLongEnough && !isAllLoaded });

  if (!isLongEnough) return { kind: "recent", entries: recent, isEmpty: false };
  const entries = suggestionsFor(text, withOthers(terms, server.data ?? []));
  const isComplete = isAllLoaded || server.isSuccess || (server.isError && items !== undefined);
  return { kind: "suggestions", entries, isEmpty: isComplete && entries.length === 0 };
}

function withOthers(terms: readonly string[], more: readonly string[]): string[] {
  const known = new Set(terms.map((term) => term.toLowerCase()));
  return [...terms, ...more.filter((term) => !known.has(term.toLowerCase()))];
}
