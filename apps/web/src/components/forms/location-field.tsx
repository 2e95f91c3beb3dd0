import type { PlaceView } from "@nexby/contract/places";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { useId } from "react";
import { Field } from "./field.tsx";
import { errorId, hintId } from "./field-ids.ts";
import { chosenText } from "./location/chosen-text.ts";
import { OwnPositionButton } from "./location/own-position-button.tsx";
import { PinPart } from "./location/pin-part.tsx";
import { PlaceCombobox } from "./location/place-combobox.tsx";

/** As the form has it: what was typed, and the pin once there is one. */
export type LocationValue = { location: string; latitude: number | null; longitude: number | null };

type Props = {
  value: LocationValue;
  onChange: (value: LocationValue) => void;
  error: string | undefined;
  /** For a summary of mistakes to lead here. */
  id?: string;
  label?: string;
};

/** A pin so far from what is typed belongs to what was typed before. */
const FAR_MILES = 10;

/** An address, ZIP or town with a pin on the map. */
export function LocationField({ value, onChange, error, id, label = "Location" }: Props) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { location, latitude, longitude } = value;
  const position = latitude === null || longitude === null ? null : { latitude, longitude };

  const type = (text: string) =>
    onChange(text.trim() ? { ...value, location: text } : { location: text, latitude: null, longitude: null });
  const choose = (place: PlaceView) =>
    onChange({ location: chosenText(location, place), latitude: place.latitude, longitude: place.longitude });
  const forgetStrangePin = (best: PlaceView) => {
    if (position && milesBetween(best, position) > FAR_MILES) onChange({ location, latitude: null, longitude: null });
  };
  const takeOwn = (own: Position, place: PlaceView) => onChange({ location: location.trim() || place.label, ...own });

  return (
    <div>
      <Field id={fieldId} label={label} hint="Your address stays private until a booking is approved." error={error}>
        <PlaceCombobox
          text={location}
          onType={type}
          onChoose={choose}
          onLeave={forgetStrangePin}
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
