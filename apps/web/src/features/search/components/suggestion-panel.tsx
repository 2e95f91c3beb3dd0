import { History, Search } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { useListKeys } from "../use-list-keys.ts";
import { useOptions } from "../use-options.ts";
import { CategoryFilters } from "./category-filters.tsx";

/** How the field is to be described to screen readers. */
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
