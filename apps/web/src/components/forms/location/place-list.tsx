import type { PlaceView } from "@nexby/contract/places";
import { MapPin } from "lucide-react";

type Props = {
  id: string;
  places: readonly PlaceView[];
  active: number | null;
  message: string | null;
  onChoose: (place: PlaceView) => void;
};

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

export function PlaceList({ id, places, active, message, onChoose }: Props) {
  if (places.length === 0 && !message) return null;
  return (
    // What is pressed here must not take the focus from the field, which would close the list before the click.
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
