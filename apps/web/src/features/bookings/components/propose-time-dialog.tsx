import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { type PlannedTimeView, proposeTimeBody } from "@nexby/contract/bookings/planned-times";
import { addDays, clockTime, type LocalDate, type LocalTime } from "@nexby/domain/kernel/calendar";
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "../../../components/forms/field.tsx";
import { Form, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { timeOptions } from "../../../components/forms/time-options.ts";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { dayText, zoneNote } from "../../../lib/dates.ts";
import { PLAN_ACTIONS } from "../api.ts";
import type { ActionContext } from "../copy/actions.ts";
import { hoursHint } from "../copy/planned-times.ts";
import { useAction } from "./use-action.ts";

type Props = ActionContext & {
  plan: PlannedTimeView;
  booking: BookingDetailView;
  /** "Pickup time" */
  title: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Suggested times as buttons, and fields for any other time. */
export function ProposeTimeDialog({ isOpen, onGone, ...form }: Props) {
  const { plan, booking, title } = form;
  const note = zoneNote(new Date(booking.startAt), booking.timezone);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={booking.item.isFoodTruck ? `Propose a time: ${title.toLowerCase()}` : `Propose a ${title.toLowerCase()}`}
      text={[hoursHint(plan, booking), note].filter(Boolean).join(" ")}
      onOpenerGone={onGone}
    >
      <ProposeTimeForm {...form} />
    </Dialog>
  );
}

function ProposeTimeForm({ plan, booking, onClose, onTooLate }: Omit<Props, "isOpen" | "onGone">) {
  const { kind, days, ownerHours, suggestions, proposal } = plan;
  const submit = useAction(PLAN_ACTIONS.propose(booking.id), { done: "Time proposed", onTooLate });
  const first = suggestions[0] ?? {
    date: kind === "pickup" ? days.from : days.to,
    time: kind === "pickup" ? ownerHours.from : ownerHours.to,
  };
  const isMeetup = booking.exchangeType === "meetup" && !booking.item.isFoodTruck;

  return (
    <Form
      schema={proposeTimeBody}
      defaultValues={{
        kind,
        date: first.date,
        time: first.time,
        place: isMeetup ? (proposal?.place ?? plan.place ?? "") : "",
        message: "",
        notes: "",
        proposalId: proposal?.id ?? null,
      }}
      className="mt-5 grid grid-cols-1 gap-4"
      onSubmit={async (values) => {
        await submit(values);
        onClose();
      }}
    >
      <Suggestions plan={plan} />
      <div className="grid grid-cols-2 gap-3">
        <DayField days={days} />
        <TimeOfDayField plan={plan} isOwner={booking.role === "owner"} />
      </div>
      {isMeetup && <TextField name="place" label="Where to meet" autoComplete="off" />}
      <TextField name="message" label="Message (optional)" autoComplete="off" />
      <TextField
        name="notes"
        label="Notes for this time (optional)"
        hint="You both see them until then, such as “Bring straps”"
        autoComplete="off"
      />
      <DialogButtons cancelLabel="Not now">
        <SubmitButton busyText="Sending...">Propose time</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

/** Pressing one fills in the fields below. */
function Suggestions({ plan }: { plan: PlannedTimeView }) {
  const { setValue } = useFormContext();
  const [date, time]: unknown[] = useWatch({ name: ["date", "time"] });
  const [first] = plan.suggestions;
  if (!first) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        Times on {dayText(first.date as LocalDate)} that suit you both
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {plan.suggestions.map((suggestion, index) => {
          const isChosen = suggestion.date === date && suggestion.time === time;
          return (
            <button
              key={suggestion.at}
              type="button"
              aria-pressed={isChosen}
              data-first={index === 0 ? true : undefined}
              onClick={() => {
                setValue("date", suggestion.date);
                setValue("time", suggestion.time);
              }}
              className={`${BUTTON_STYLE.outline} px-2 text-sm aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft`}
            >
              {clockTime(suggestion.time as LocalTime)}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function DayField({ days: { from, to } }: Pick<PlannedTimeView, "days">) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField("date");
  const options: { value: string; label: string }[] = [];
  for (let day = from as LocalDate; day <= to; day = addDays(day, 1)) options.push({ value: day, label: dayText(day) });
  return (
    <Field id={id} label="Day" error={error}>
      <NativeSelect {...register("date")} {...attributes} options={options} />
    </Field>
  );
}

/** Renters choose within the owner's hours. */
function TimeOfDayField({ plan: { ownerHours }, isOwner }: { plan: PlannedTimeView; isOwner: boolean }) {
  const { register } = useFormContext();
  const watched: unknown = useWatch({ name: "time" });
  const { id, error, attributes } = useField("time");
  const options = timeOptions(typeof watched === "string" ? watched : "", isOwner ? undefined : ownerHours);
  return (
    <Field id={id} label="Time" error={error}>
      <NativeSelect {...register("time")} {...attributes} options={options} />
    </Field>
  );
}
