import { Search } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { useSearchBox } from "../use-search-box.ts";

const loadPanel = () => import("./suggestion-panel.tsx").then((module) => module.SuggestionPanel);

type Props = {
  /** In a dialog, suggestions appear below the field instead of over the page. */
  isInDialog?: boolean;
  /** More to ask for, after what. */
  parts?: ReactNode;
  onSearched?: () => void;
};

export function SearchBox({ isInDialog = false, parts = null, onSearched }: Props) {
  const box = useSearchBox(isInDialog, onSearched);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();

  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers support the search element yet
    <form role="search" aria-label="Items" onSubmit={box.submit} onBlur={box.closeOnLeave} className="relative">
      <div
        data-parts={parts ? "" : undefined}
        className="flex h-12 items-center rounded-full border border-line-strong bg-surface pr-0.5 pl-5 outline-ring has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 data-parts:h-14 data-parts:pr-1 md:shadow-soft"
      >
        <label
          className={
            parts ? "grid h-full min-w-0 flex-1 cursor-text content-center pr-3 text-sm leading-4.5" : "contents"
          }
        >
          {parts && (
            <span aria-hidden="true" className="font-semibold">
              What
            </span>
          )}
          <input
            ref={field}
            type="text"
            name="search"
            role="combobox"
            aria-label="What are you looking for?"
            aria-expanded={box.panel.isListShown}
            aria-controls={listId}
            aria-activedescendant={box.panel.activeId ?? undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="none"
            inputMode="search"
            enterKeyHint="search"
            placeholder="Tent, drill, bounce house..."
            maxLength={200}
            value={box.text}
            onChange={(event) => box.type(event.target.value)}
            // Don't open on focus: keyboard users would have to tab through the whole panel.
            onClick={box.open}
            onKeyDown={(event) => event.key === "ArrowDown" && box.open()}
            className="h-full min-w-0 flex-1 text-ellipsis bg-transparent text-ink outline-none placeholder:text-muted"
          />
        </label>
        {parts}
        <button
          type="submit"
          aria-label="Find items"
          className={`grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 ${parts ? "bg-primary text-on-primary hover:bg-primary-hover" : "text-ink hover:bg-subtle"}`}
        >
          <Search size={20} strokeWidth={2} aria-hidden="true" />
        </button>
      </div>
      {box.isOpen && (
        <LazyPart
          load={loadPanel}
          props={{
            typed: box.text,
            field,
            listId,
            isInDialog,
            onSearch: box.search,
            onClose: box.close,
            onState: box.setPanel,
            onLeave: onSearched,
          }}
          isOptional
        />
      )}
    </form>
  );
}
