import { fieldId } from "../../../components/forms/field-ids.ts";
import { RentalFields } from "../../../components/rental/rental-fields.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { TypedField } from "../../../components/ui/typed-field.tsx";
import { HANDOVER_LABELS } from "../../../lib/handover-words.ts";
import { productDate } from "../../../lib/server-time.ts";
import { zonedTime, zoneNote } from "../../../lib/zoned-time.ts";
import type { CheckoutDraft } from "../checkout-draft.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { TimeField } from "./time-field.tsx";

type Props = {
  rental: Rental;
  draft: CheckoutDraft;
  onChange: (changes: Partial<CheckoutDraft>) => void;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

/** How many, how they change hands, and when. */
export function HandoverSection({ rental, draft, onChange, formId, errors }: Props) {
  const { item, choice, quote } = rental;
  const id = (name: string) => fieldId(formId, name);
  const { startTime, endTime } = HANDOVER_LABELS[item.foodTruck ? "truck" : choice.exchange];
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
            hint="A public place suits both of you. You can agree on it later."
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
            hint={stay ? `From ${timeWords(stay.startAt, item.timezone)}` : null}
            error={errors.pickupTime}
            time={draft.pickupTime}
            isFlexible={draft.isPickupFlexible}
            onTime={(pickupTime) => onChange({ pickupTime })}
            onFlexible={(isPickupFlexible) => onChange({ isPickupFlexible })}
          />
          <TimeField
            id={id("dropoffTime")}
            label={endTime}
            hint={stay ? `By ${timeWords(stay.endAt, item.timezone)}` : null}
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

const timeWords = (instant: string, timeZone: string): string =>
  zonedTime(new Date(instant), timeZone, { hour: "numeric", minute: "2-digit" });
