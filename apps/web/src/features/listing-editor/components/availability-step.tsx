import type * as profileContract from "@nexby/contract/accounts/profile";

import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { Link } from "wouter";
import { Field, FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { timeText } from "../../../components/forms/time-options.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { read } from "../../../lib/api/queries.ts";
import { CANCELLATION_COPY } from "../../../lib/rental-labels.ts";
import type { ListingValues } from "../listing-values.ts";
import { CheckCard, FieldGroup, FieldPair, NumberField, useIsWrong, WrittenLength } from "./fields.tsx";

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
          hint="Leave blank for no limit."
        />
      </FieldPair>
      <OwnerHours />
      <TextAreaField
        name="availabilityNotes"
        label="Availability notes"
        rows={2}
        hint={
          <>
            Optional. For example: “Not on school nights.” <WrittenLength name="availabilityNotes" most={200} />
          </>
        }
      />
      <FieldGroup title="Quantity">
        <Quantity />
        <div className="max-w-sm">
          <Turnaround />
        </div>
      </FieldGroup>
      <FieldGroup title="Cancellation" text="How much renters get back if they cancel.">
        <PolicyField />
      </FieldGroup>
      <FieldGroup title="Booking requests">
        <CheckCard
          name="isInstant"
          label="Instant book"
          text="We approve requests for you once the card is accepted, and let you know."
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
        <CheckCard
          name="allowQuantity"
          label="Allow more than one unit per booking"
          text="Otherwise, each booking is for one unit."
        />
      )}
      {((hasSeveral && isAllowed) || isWrong) && (
        <FieldPair>
          <NumberField name="quantityMinPerBooking" label="Fewest units per booking" />
          <NumberField
            name="quantityMaxPerBooking"
            label="Most units per booking"
            placeholder="No limit"
            hint="Leave blank for no limit."
          />
        </FieldPair>
      )}
    </>
  );
}

const TURNAROUND = "turnaroundMinutes";

/** A value that is not in the list is added as an option. */
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

const getProfile = () => read<typeof profileContract.getProfile>("/api/profile");

/** The owner's handoff hours, which are set in the profile. */
function OwnerHours() {
  const { data } = useQuery(getProfile());
  if (!data) return null;
  const { defaultPickupWindow: pickup, defaultDropoffWindow: dropoff, defaultAvailableDays } = data;
  const days = WEEKDAYS.filter((day) => defaultAvailableDays.includes(day));
  return (
    <div className="flex gap-3 rounded-control bg-subtle px-4 pt-3 pb-1">
      <CalendarClock size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="text-pretty">
          {`You’re available for handoffs ${daysText(days)}: pickup ${hoursText(pickup)}, return ${hoursText(dropoff)}.`}
        </p>
        <Link href="/profile?tab=availability" className={TEXT_LINK_STYLE}>
          Change in your profile
        </Link>
      </div>
    </div>
  );
}

/** "9:00 AM to 6:00 PM" */
const hoursText = ({ start, end }: { start: string; end: string }) => `${timeText(start)} to ${timeText(end)}`;

const NAME = "cancellationPolicy";

function PolicyField() {
  const { id, error, attributes } = useField(NAME);
  return (
    <fieldset aria-describedby={attributes["aria-describedby"]}>
      <legend className="sr-only">Cancellation policy</legend>
      <div className="grid gap-3">
        {CANCELLATION_POLICIES.map((policy, index) => (
          <CheckCard
            key={policy}
            name={NAME}
            type="radio"
            value={policy}
            isFirst={index === 0}
            {...CANCELLATION_COPY[policy]}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type Weekday = (typeof WEEKDAYS)[number];

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "every day", "on Monday, Tuesday, and Friday". */
function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return "every day";
  return `on ${LIST.format(days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)))}`;
}
