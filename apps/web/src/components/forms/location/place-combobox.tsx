import type { PlaceView } from "@nexby/contract/places";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { placesLike } from "../../../lib/places.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { CONTROL_STYLE } from "../../ui/control-style.ts";
import { optionId, PlaceList } from "./place-list.tsx";

type Props = {
  text: string;
  onType: (text: string) => void;
  onChoose: (place: PlaceView) => void;
  /** Typed something and chose nothing; this would have been the first choice. */
  onLeave: (best: PlaceView) => void;
  attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
  placeholder?: string;
};

const REST_MS = 150;
const SHORTEST = 2;
const UNKNOWN = "We do not know this place. Try a ZIP, or a town with its state.";
const NO_ANSWER = "Places cannot be looked up at the moment. You can go on with what you typed.";

const ADDRESS = "12 Maple Street, Maplewood, NJ 07040";

export function PlaceCombobox({ text, onType, onChoose, onLeave, attributes, placeholder = ADDRESS }: Props) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const wanted = useSettled(text.trim(), REST_MS);
  const isAsked = isOpen && wanted.length >= SHORTEST;
  const { data, isError, isPlaceholderData } = useQuery({
    ...placesLike(wanted),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const places = isAsked && !isError ? (data ?? []) : [];
  const isWithout = isAsked && data?.length === 0 && !isPlaceholderData;
  const message = isAsked && isError ? NO_ANSWER : isWithout ? UNKNOWN : null;

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
  const act = (event: KeyboardEvent) => {
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
        onKeyDown={act}
        onBlur={leave}
        className={CONTROL_STYLE}
      />
      <PlaceList id={listId} places={places} active={active} message={message} onChoose={choose} />
    </div>
  );
}
