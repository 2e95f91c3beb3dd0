import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { TextAreaField } from "../../../components/forms/text-area-field.tsx";
import { NativeSelect } from "../../../components/ui/native-select.tsx";
import type { ListingValues } from "../listing-values.ts";
import { useIsWrong } from "../use-is-wrong.ts";
import { NumberField } from "./amount-field.tsx";
import { CheckCard } from "./check-card.tsx";
import { FieldGroup, FieldPair } from "./field-group.tsx";
import { OwnerHours } from "./owner-hours.tsx";
import { PolicyField } from "./policy-field.tsx";
import { WrittenLength } from "./written-length.tsx";

const TURNAROUNDS = [
  ["60", "1 hour"],
  ["120", "2 hours"],
  ["240", "4 hours"],
  ["720", "12 hours"],
  ["1440", "1 day"],
  ["2880", "2 days"],
  ["10080", "1 week"],
] as const;

export function AvailabilityStep() {
  return (
    <>
      <FieldPair>
        <NumberField name="minRentalDays" label="Shortest rental" unit="days" />
        <NumberField
          name="maxRentalDays"
          label="Longest rental"
          unit="days"
          placeholder="No limit"
          hint="Empty is no limit."
        />
      </FieldPair>
      <OwnerHours />
      <TextAreaField
        name="availabilityNotes"
        label="Availability notes"
        rows={2}
        hint={
          <>
            Optional, such as “Not on school nights”. <WrittenLength name="availabilityNotes" most={200} />
          </>
        }
      />
      <FieldGroup title="How many">
        <Quantity />
        <div className="max-w-sm">
          <Turnaround />
        </div>
      </FieldGroup>
      <FieldGroup title="Cancellation" text="What a renter gets back who cancels.">
        <PolicyField />
      </FieldGroup>
      <FieldGroup title="Answering requests">
        <CheckCard
          name="isInstant"
          label="Instant confirmation"
          text="Requests count as approved once the card is accepted. You are told, but not asked."
        />
      </FieldGroup>
    </>
  );
}

const PER_BOOKING_FIELDS = ["quantityMinPerBooking", "quantityMaxPerBooking"] as const;

function Quantity() {
  const [total, isAllowed] = useWatch<ListingValues, readonly ["quantityTotal", "allowQuantity"]>({
    name: ["quantityTotal", "allowQuantity"],
  });
  const hasSeveral = Number(total) > 1;
  const isWrong = useIsWrong(PER_BOOKING_FIELDS);
  return (
    <>
      <div className="max-w-sm">
        <NumberField name="quantityTotal" label="Number of units" />
      </div>
      {hasSeveral && (
        <CheckCard name="allowQuantity" label="Renters may take several at once" text="Otherwise one per booking." />
      )}
      {((hasSeveral && isAllowed) || isWrong) && (
        <FieldPair>
          <NumberField name="quantityMinPerBooking" label="Fewest units per booking" />
          <NumberField
            name="quantityMaxPerBooking"
            label="Most units per booking"
            placeholder="No limit"
            hint="Empty is as many as there are."
          />
        </FieldPair>
      )}
    </>
  );
}

const TURNAROUND = "turnaroundMinutes";

/** One that was set elsewhere stays a choice. */
function Turnaround() {
  const { register } = useFormContext<ListingValues>();
  const { id, error, attributes } = useField(TURNAROUND);
  const minutes = useWatch<ListingValues, typeof TURNAROUND>({ name: TURNAROUND });
  const known = TURNAROUNDS.map(([value, label]) => ({ value, label }));
  const isOther = minutes !== "" && !known.some(({ value }) => value === minutes);
  return (
    <Field id={id} label="Time between rentals" error={error}>
      <NativeSelect
        {...register(TURNAROUND)}
        {...attributes}
        none="None"
        options={isOther ? [...known, { value: minutes, label: `${minutes} minutes` }] : known}
      />
    </Field>
  );
}
