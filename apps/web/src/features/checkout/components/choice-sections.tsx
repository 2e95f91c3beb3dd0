import { countOf } from "@nexby/domain/kernel/amount-text";
import { typeset } from "@nexby/domain/kernel/typography";
import { useState } from "react";
import { errorId, Field, fieldId, hintId } from "../../../components/forms/field.tsx";
import { hoursText, timeOptions } from "../../../components/forms/time-options.ts";
import { AvailabilityCalendar } from "../../../components/rental/availability-calendar.tsx";
import { RentalFields } from "../../../components/rental/rental-fields.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Button } from "../../../components/ui/button.tsx";
import { CHECKBOX_STYLE, CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { TypedField } from "../../../components/ui/typed-field.tsx";
import { dayText, zoneNote } from "../../../lib/dates.ts";
import { HANDOFF_LABELS } from "../../../lib/rental-labels.ts";
import { productDate } from "../../../lib/server-time.ts";
import type { CheckoutDraft } from "../checkout-draft.ts";
import type { CheckoutFlow } from "../use-checkout.ts";
import { BookedLine } from "./booked-card.tsx";
import { CheckoutSection } from "./checkout-layout.tsx";
import { ExtraCosts } from "./extra-costs.tsx";

type HandoffSectionProps = {
  rental: Rental;
  draft: CheckoutDraft;
  onChange: (changes: Partial<CheckoutDraft>) => void;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

function HandoffSection({ rental, draft, onChange, formId, errors }: HandoffSectionProps) {
  const { item, choice, quote } = rental;
  const id = (name: string) => fieldId(formId, name);
  const { startTime, endTime } = HANDOFF_LABELS[item.foodTruck ? "truck" : choice.exchange];
  const { stay, ownerHours } = quote ?? {};
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
            hours={ownerHours?.pickup}
            error={errors.pickupTime}
            time={draft.pickupTime}
            isFlexible={draft.isPickupFlexible}
            onTime={(pickupTime) => onChange({ pickupTime })}
            onFlexible={(isPickupFlexible) => onChange({ isPickupFlexible })}
          />
          <TimeField
            id={id("dropoffTime")}
            label={endTime}
            hours={ownerHours?.return}
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

type TimeFieldProps = {
  id: string;
  label: string;
  /** When the owner is available; flexible renters can ask for any time. */
  hours: { from: string; to: string } | undefined;
  error: string | undefined;
  time: string;
  isFlexible: boolean;
  onTime: (time: string) => void;
  onFlexible: (isFlexible: boolean) => void;
};

function TimeField({ id, label, hours, error, time, isFlexible, onTime, onFlexible }: TimeFieldProps) {
  const hint = hours ? `The owner is available ${hoursText(hours)}.` : null;
  const description = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <Field id={id} label={`${label} (optional)`} hint={hint} error={error}>
        <NativeSelect
          id={id}
          none="Any time"
          options={timeOptions(time, isFlexible ? undefined : hours)}
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

type ChoiceSectionsProps = {
  rental: Rental;
  flow: CheckoutFlow;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

/** The renter's choices and possible extra costs. Disabled while a hold is active. */
export function ChoiceSections({ rental, flow, formId, errors }: ChoiceSectionsProps) {
  const { item, choice, quote } = rental;
  const { held } = flow;
  const price = held?.price ?? quote?.price;
  // The server may place the hold before it responds, so the choices are locked from the start.
  const isLocked = held !== null || flow.isBusy;
  const owner = item.owner.firstName || "the owner";

  return (
    <fieldset disabled={isLocked} className="grid min-w-0 grid-cols-1 gap-6 md:gap-8">
      <legend className="sr-only">What you’re booking</legend>
      <BookedLine itemId={item.id} title={item.title} cover={item.images[0] ?? null} placeholder={item.placeholder}>
        <p className="truncate">{item.location}</p>
        <p className="truncate">Shared by {owner}</p>
      </BookedLine>
      <DatesSection rental={rental} isHeld={isLocked} id={fieldId(formId, "dates")} error={errors.dates} />
      <HandoffSection rental={rental} draft={flow.draft} onChange={flow.changeDraft} formId={formId} errors={errors} />
      <MessageSection
        id={fieldId(formId, "message")}
        owner={owner}
        message={flow.draft.message}
        error={errors.message}
        onChange={(message) => flow.changeDraft({ message })}
      />
      <CheckoutSection title="What could cost extra">
        <ExtraCosts
          policy={price?.policy ?? item.cancellationPolicy}
          startAt={held?.startAt ?? quote?.stay?.startAt ?? null}
          timezone={item.timezone}
          now={productDate()}
          quantity={item.foodTruck ? 1 : choice.quantity}
          isFoodTruck={item.foodTruck !== null}
          lateFee={price?.lateFee}
          depositCents={price?.depositCents ?? 0}
          damageLimitCents={price ? (price.damageLimitCents ?? 0) : undefined}
          loss={price?.loss}
          isAllTaxRefunded={(held ?? quote)?.price?.tax.isAllRefunded}
          isInsured={choice.hasInsurance}
          pieces={price?.pieces}
        />
      </CheckoutSection>
    </fieldset>
  );
}

type DatesSectionProps = {
  rental: Rental;
  /** True when the dates are held for this renter. */
  isHeld: boolean;
  id: string;
  error: string | undefined;
};

/** Shows the calendar until dates are chosen, and again when they are changed or unavailable. */
function DatesSection({ rental, isHeld, id, error }: DatesSectionProps) {
  const { choice, quote, isAsking } = rental;
  const [isOpen, setIsOpen] = useState(!choice.from || !choice.to);
  const problem = isHeld ? null : (error ?? (isAsking || !quote?.refusal ? null : typeset(quote.refusal.message)));
  const isShown = !isHeld && (isOpen || Boolean(problem) || !choice.from || !choice.to);

  return (
    <CheckoutSection title="Dates" id={id}>
      {choice.from && choice.to && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-semibold">
            {choice.from === choice.to ? dayText(choice.from) : `${dayText(choice.from)} – ${dayText(choice.to)}`}
            {quote?.price && <span className="ml-2 font-normal text-muted">{countOf(quote.price.days, "day")}</span>}
          </p>
          <Button look="outline" aria-expanded={isShown} onClick={() => setIsOpen(!isShown)}>
            {isShown ? "Done" : "Change dates"}
          </Button>
        </div>
      )}
      {problem && (
        <Notice look={error ? "problem" : "information"} role={error ? "alert" : "status"} className="mt-4">
          {problem}
        </Notice>
      )}
      {isShown && (
        <div className="mt-4">
          <AvailabilityCalendar rental={rental} />
        </div>
      )}
    </CheckoutSection>
  );
}

const MAX_LENGTH = 2000;

type MessageSectionProps = {
  id: string;
  owner: string;
  message: string;
  error: string | undefined;
  onChange: (message: string) => void;
};

function MessageSection({ id, owner, message, error, onChange }: MessageSectionProps) {
  return (
    <CheckoutSection title={`Message to ${owner}`}>
      <div className="max-w-xl">
        <Field id={id} label="Message (optional)" hint="Say what you need it for, or ask a question." error={error}>
          <textarea
            id={id}
            rows={3}
            maxLength={MAX_LENGTH}
            value={message}
            aria-invalid={error ? true : undefined}
            aria-describedby={[error && errorId(id), hintId(id)].filter(Boolean).join(" ")}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL_STYLE} block h-auto resize-y py-2.5`}
          />
        </Field>
      </div>
    </CheckoutSection>
  );
}
