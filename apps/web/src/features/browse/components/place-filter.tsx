import type { Position } from "@nexby/domain/kernel/distance";
import { type ReactNode, useId, useState } from "react";
import { OwnPositionButton } from "../../../components/forms/own-position-button.tsx";
import { PlaceCombobox } from "../../../components/forms/place-combobox.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { localMemory } from "../../../lib/browser/storage.ts";
import { storedPlace, type VisitorPlace } from "../../../lib/places.ts";
import { DEFAULT_RADIUS, type Search } from "../../../lib/search-url.ts";

const RADII = [1, 5, 10, DEFAULT_RADIUS, 50, 100];

/** URLs get shared: rounding to about half a mile is precise enough to search and doesn't reveal a home. */
const coarse = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(2)),
  longitude: Number(longitude.toFixed(2)),
});

type PlaceFilterProps = { search: Search; onChange: (changes: Partial<Search>) => void };

/** Requests the device's position only when its button is pressed. */
export function PlaceFilter({ search, onChange }: PlaceFilterProps) {
  const id = useId();
  const { position, place, radius, bounds } = search;
  const [typed, setTyped] = useState(place ?? "");
  const [stored] = useState(() => storedPlace(localMemory));
  const radii = [...new Set([...RADII, radius])].sort((a, b) => a - b);

  const choose = ({ latitude, longitude, name }: VisitorPlace) => {
    setTyped(name ?? "");
    onChange({ position: { latitude, longitude }, place: name, bounds: null });
  };
  const type = (text: string) => {
    setTyped(text);
    if (!text.trim()) onChange({ position: null });
  };
  const isStoredOffered = stored?.name && stored.name !== place;

  return (
    <div>
      <label htmlFor={id} className="mb-3 block font-semibold">
        Where
      </label>
      <PlaceCombobox
        text={typed}
        onType={type}
        onChoose={(chosen) => choose({ ...chosen, name: chosen.label })}
        onLeave={(best) => choose({ ...best, name: best.label })}
        attributes={{ id, "aria-describedby": `${id}-state` }}
        placeholder="ZIP code, town or address"
      />
      <p id={`${id}-state`} className="mt-1.5 text-muted text-sm empty:hidden">
        {bounds
          ? "Showing the map area. Choose a place to search there instead."
          : position && !place && "Searching around your location."}
      </p>
      <div className="flex flex-wrap items-start gap-x-3">
        <OwnPositionButton onFound={(own, around) => choose({ ...coarse(own), name: around.label })} />
        {isStoredOffered && (
          <button type="button" className={`${BUTTON_STYLE.outline} mt-3`} onClick={() => choose(stored)}>
            {stored.name}
          </button>
        )}
      </div>
      {position && !bounds && (
        <div className="mt-5">
          <ChoicePills
            label="Distance"
            name={`${id}-radius`}
            kind="radio"
            choices={radii.map((miles) => ({ value: miles, label: `${miles} mi` }))}
            isChosen={(miles) => miles === radius}
            onChoose={(miles) => onChange({ radius: miles })}
          />
        </div>
      )}
    </div>
  );
}

type Choice<Value> = { value: Value; label: ReactNode; count?: number | undefined };
type ChoicePillsProps<Value> = {
  label: string;
  name: string;
  /** Single or multiple choice. */
  kind: "radio" | "checkbox";
  choices: readonly Choice<Value>[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** True when counts are lower bounds. */
  isPartial?: boolean;
};

export function ChoicePills<Value extends string | number>({
  label,
  choices,
  isPartial = false,
  ...rest
}: ChoicePillsProps<Value>) {
  const { name, kind, isChosen, onChoose } = rest;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label: text, count }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-medium text-sm outline-offset-2 outline-ring transition-colors duration-120 hover:bg-subtle has-checked:border-ink has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-2"
          >
            <input
              type={kind}
              name={name}
              value={value}
              checked={isChosen(value)}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {text}
            {count !== undefined && (
              <span className="tabular-nums opacity-75">
                <span className="sr-only">, results: </span>
                {count.toLocaleString("en-US")}
                {isPartial && count > 0 && "+"}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
