import type { PlaceView } from "@nexby/contract/listings/places";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useSettled } from "../../lib/browser/viewport.ts";
import { searchPlaces } from "../../lib/places.ts";
import { CONTROL_STYLE } from "../ui/filter-field.tsx";

type PlaceComboboxProps = {
  text: string;
  onType: (text: string) => void;
  onChoose: (place: PlaceView) => void;
  /** Called with the best match when the user typed something but chose nothing. */
  onLeave: (best: PlaceView) => void;
  attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
  placeholder?: string;
};

const DEBOUNCE_MS = 150;
const SHORTEST = 2;
const UNKNOWN = "We couldn’t find this place. Try a ZIP code, or a town and state.";
const LOOKUP_FAILED = "We can’t look up places right now. You can continue with what you typed.";

const ADDRESS = "12 Maple Street, Maplewood, NJ 07040";

export function PlaceCombobox({
  text,
  onType,
  onChoose,
  onLeave,
  attributes,
  placeholder = ADDRESS,
}: PlaceComboboxProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const query = useSettled(text.trim(), DEBOUNCE_MS);
  const isSearching = isOpen && query.length >= SHORTEST;
  const { data, isError, isPlaceholderData } = useQuery({
    ...searchPlaces(query),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const places = isSearching && !isError ? (data ?? []) : [];
  const isEmpty = isSearching && data?.length === 0 && !isPlaceholderData;
  const message = isSearching && isError ? LOOKUP_FAILED : isEmpty ? UNKNOWN : null;

  const close = () => {
    setIsOpen(false);
    setActive(null);
  };
  const leave = () => {
    const [best] = places;
    close();
    if (isOpen && best && !isPlaceholderData) onLeave(best);
  };
  const choose = (place: PlaceView) => {
    close();
    onChoose(place);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
    const chosen = active === null ? undefined : places[active];
    if (event.key === "Enter" && isOpen && chosen) {
      event.preventDefault();
      choose(chosen);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setIsOpen(true);
    if (places.length === 0) return;
    const from = active ?? (step === 1 ? -1 : 0);
    setActive((from + step + places.length) % places.length);
  };

  return (
    <div className="relative">
      <input
        {...attributes}
        type="text"
        role="combobox"
        aria-expanded={places.length > 0}
        aria-controls={listId}
        aria-activedescendant={active !== null && active < places.length ? optionId(listId, active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onType(event.target.value);
          setIsOpen(true);
          setActive(null);
        }}
        onKeyDown={handleKey}
        onBlur={leave}
        className={CONTROL_STYLE}
      />
      <PlaceList id={listId} places={places} active={active} message={message} onChoose={choose} />
    </div>
  );
}

type PlaceListProps = {
  id: string;
  places: readonly PlaceView[];
  active: number | null;
  message: string | null;
  onChoose: (place: PlaceView) => void;
};

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

function PlaceList({ id, places, active, message, onChoose }: PlaceListProps) {
  if (places.length === 0 && !message) return null;
  return (
    // Keeps the focus in the field; losing it would close the list before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only leaves the focus where it is
    <div
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-2 max-h-80 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-soft"
    >
      {places.length > 0 && (
        <div role="listbox" id={id} aria-label="Places" tabIndex={-1}>
          {places.map((place, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={`${place.label} ${place.county}`}
              role="option"
              id={optionId(id, index)}
              aria-selected={index === active}
              tabIndex={-1}
              onClick={() => onChoose(place)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-subtle aria-selected:bg-subtle"
            >
              <MapPin size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{place.label}</span>
              {place.county && <span className="shrink-0 text-muted text-sm">{place.county} County</span>}
            </div>
          ))}
        </div>
      )}
      {message && (
        <p role="status" className="px-3 py-3 text-muted text-sm">
          {message}
        </p>
      )}
    </div>
  );
}
