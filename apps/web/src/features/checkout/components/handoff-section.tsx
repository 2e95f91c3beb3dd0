import { errorId, Field, fieldId, hintId } from "../../../components/forms/field.tsx";
import { timeOptions } from "../../../components/forms/time-options.ts";
import { RentalFields } from "../../../components/rental/rental-fields.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { CHECKBOX_STYLE } from "../../../components/ui/filter-field.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { TypedField } from "../../../components/ui/typed-field.tsx";
import { zonedTime, zoneNote } from "../../../lib/dates.ts";
import { HANDOFF_LABELS } from "../../../lib/rental-labels.ts";
import { productDate } from "../../../lib/server-time.ts";
import type { CheckoutDraft } from "../checkout-draft.ts";
import { CheckoutSection } from "./checkout-layout.tsx";

type HandoffSectionProps = {
  rental: Rental;
  draft: CheckoutDraft;
  onChange: (changes: Partial<CheckoutDraft>) => void;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

export function HandoffSection({ rental, draft, onChange, formId, errors }: HandoffSectionProps) {
  const { item, choice, quote } = rental;
  const id = (name: string) => fieldId(formId, name);
  const { startTime, endTime } = HANDOFF_LABELS[item.foodTruck ? "truck" : choice.exchange];
  const stay = quote?.stay;
  const note = zoneNote(stay ? new Date(stay.startAt) : productDate(), item.timezone);

  return (
    <CheckoutSection title={item.foodTruck ? "Your event" : "How you get it"}>
      <div className="grid max-w-xl grid-cols-1 gap-5">
        <RentalFields rental={rental} place={{ id: id("place"), error: errors.place }} />
        {!item.foodTruck && choice.exchange === "meetup" && (
          <TypedField
            id={id("meetupPlace")}
            error={errors.meetupPlace}
            label="Where to meet (optional)"
            hint="Suggest a public place, or agree on one later."
            autoComplete="off"
            maxLength={200}
            value={draft.meetupPlace}
            onChange={(meetupPlace) => onChange({ meetupPlace })}
          />
        )}
        <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
          <TimeField
            id={id("pickupTime")}
            label={startTime}
            hint={stay ? `From ${timeText(stay.startAt, item.timezone)}` : null}
            error={errors.pickupTime}
            time={draft.pickupTime}
            isFlexible={draft.isPickupFlexible}
            onTime={(pickupTime) => onChange({ pickupTime })}
            onFlexible={(isPickupFlexible) => onChange({ isPickupFlexible })}
          />
          <TimeField
            id={id("dropoffTime")}
            label={endTime}
            hint={stay ? `By ${timeText(stay.endAt, item.timezone)}` : null}
            error={errors.dropoffTime}
            time={draft.dropoffTime}
            isFlexible={draft.isDropoffFlexible}
            onTime={(dropoffTime) => onChange({ dropoffTime })}
            onFlexible={(isDropoffFlexible) => onChange({ isDropoffFlexible })}
          />
        </div>
        {note && <p className="text-muted text-sm">{note}</p>}
      </div>
    </CheckoutSection>
  );
}

const timeText = (instant: string, timeZone: string): string =>
  zonedTime(new Date(instant), timeZone, { hour: "numeric", minute: "2-digit" });

type TimeFieldProps = {
  id: string;
  label: string;
  hint: string | null;
  error: string | undefined;
  time: string;
  isFlexible: boolean;
  onTime: (time: string) => void;
  onFlexible: (isFlexible: boolean) => void;
};

function TimeField({ id, label, hint, error, time, isFlexible, onTime, onFlexible }: TimeFieldProps) {
  const description = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <Field id={id} label={`${label} (optional)`} hint={hint} error={error}>
        <NativeSelect
          id={id}
          none="Any time"
          options={timeOptions(time)}
          value={time}
          aria-invalid={error ? true : undefined}
          aria-describedby={description || undefined}
          onChange={(event) => onTime(event.target.value)}
        />
      </Field>
      <label className="mt-1 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isFlexible}
          onChange={(event) => onFlexible(event.target.checked)}
          className={CHECKBOX_STYLE}
        />
        <span>
          I’m flexible<span className="sr-only"> about the {label.toLowerCase()}</span>
        </span>
      </label>
    </div>
  );
}
