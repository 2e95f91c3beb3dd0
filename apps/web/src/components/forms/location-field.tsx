import type { PlaceView } from "@nexby/contract/listings/places";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, LockKeyhole } from "lucide-react";
import { useId } from "react";
import { useSettled } from "../../lib/browser/viewport.ts";
import { getNearestPlace } from "../../lib/places.ts";
import { PinMap } from "../map/pin-map.tsx";
import { Notice } from "../ui/notice.tsx";
import { errorId, Field, hintId } from "./field.tsx";
import { OwnPositionButton } from "./own-position-button.tsx";
import { PlaceCombobox } from "./place-combobox.tsx";

/** Form value: the typed text, and the pin once there is one. */
export type LocationValue = { location: string; latitude: number | null; longitude: number | null };

type LocationFieldProps = {
  value: LocationValue;
  onChange: (value: LocationValue) => void;
  error: string | undefined;
  /** Lets an error summary link to the field. */
  id?: string;
  label?: string;
};

/** A pin farther than this from the typed place belongs to earlier input. */
const FAR_MILES = 10;

/** Address, ZIP or town with a pin on the map. */
export function LocationField({ value, onChange, error, id, label = "Street address" }: LocationFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { location, latitude, longitude } = value;
  const position = latitude === null || longitude === null ? null : { latitude, longitude };

  const type = (text: string) =>
    onChange(text.trim() ? { ...value, location: text } : { location: text, latitude: null, longitude: null });
  const choose = (place: PlaceView) =>
    onChange({ location: chosenText(location, place), latitude: place.latitude, longitude: place.longitude });
  const placePin = (best: PlaceView) => {
    const isKept = position && milesBetween(best, position) <= FAR_MILES;
    if (!isKept) onChange({ location, latitude: best.latitude, longitude: best.longitude });
  };
  const takeOwn = (own: Position, place: PlaceView) => onChange({ location: location.trim() || place.label, ...own });

  return (
    <div>
      <Field id={fieldId} label={label} hint="Private. Only renters you approve can see it." error={error}>
        <PlaceCombobox
          text={location}
          onType={type}
          onChoose={choose}
          onLeave={placePin}
          attributes={{
            id: fieldId,
            ...(error && { "aria-invalid": true as const }),
            "aria-describedby": [error && errorId(fieldId), hintId(fieldId)].filter(Boolean).join(" "),
          }}
        />
      </Field>
      <OwnPositionButton onFound={takeOwn} />
      {position && <PinPart position={position} location={location} onMove={(to) => onChange({ location, ...to })} />}
    </div>
  );
}

/** "12 Maple Street, …" */
const STREET_ADDRESS = /^\d+\S*\s+\p{L}/u;

/**
 * Text of the field after a place was chosen. The gazetteer knows towns, not streets, so a typed street address is
 * kept and completed with the town if that is missing.
 */
export function chosenText(typed: string, place: { label: string; city: string }): string {
  const text = typed.trim();
  if (!STREET_ADDRESS.test(text) || STREET_ADDRESS.test(place.label)) return place.label;
  return text.toLowerCase().includes(place.city.toLowerCase()) ? text : `${text}, ${place.label}`;
}

type PinPartProps = { position: Position; location: string; onMove: (position: Position) => void };

const DEBOUNCE_MS = 300;

/** Adjustable pin with the location that neighbors will see. The text is enough where there is no map. */
function PinPart({ position, location, onMove }: PinPartProps) {
  const address = useSettled(location.trim(), DEBOUNCE_MS);
  const { data, isError } = useQuery({ ...getNearestPlace(position, address), placeholderData: keepPreviousData });

  return (
    <div className="mt-4 grid gap-3">
      <PinMap position={position} onMove={onMove} label="Pin on the map" className="h-64 sm:h-80" />
      <p role="status" className="flex min-h-6 gap-2 text-sm">
        {isError ? (
          <span className="font-medium text-danger">We couldn’t find a US location there. Please move the pin.</span>
        ) : (
          data && (
            <>
              <Eye size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-muted" />
              <span>
                Neighbors see: <b className="font-semibold">{`${data.city}, ${data.state}`}</b>
                <span className="text-muted"> and a circle around your area, but not your address or the pin.</span>
              </span>
            </>
          )
        )}
      </p>
      <p className="flex gap-2 text-sm">
        <LockKeyhole size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          After you approve, renters see: <b className="font-semibold">{location.trim()}</b>
          <span className="text-muted"> and the pin. Drag the pin to your door.</span>
        </span>
      </p>
      {!STREET_ADDRESS.test(location.trim()) && (
        <Notice look="information">Add your house number and street so renters can find you.</Notice>
      )}
    </div>
  );
}
