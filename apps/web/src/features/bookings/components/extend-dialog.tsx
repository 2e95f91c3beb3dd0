import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { type ExtensionOptionsView, requestExtensionBody } from "@nexby/contract/bookings/extensions";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { typeset } from "@nexby/domain/kernel/typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { useLocation } from "wouter";
import { Field } from "../../../components/forms/field.tsx";
import { Form, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { PriceLines } from "../../../components/rental/price-lines.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { Dialog, DialogButtons, DialogCancel } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { dayText, momentIn } from "../../../lib/dates.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { getBooking as bookingQuery, getExtensionOptions, requestExtension } from "../api.ts";
import type { ActionContext } from "../copy/actions.ts";
import { afterPaymentText } from "../copy/extensions.ts";
import { isTooLate } from "./use-action.ts";

type Props = ActionContext & { booking: BookingDetailView; isOpen: boolean; onClose: () => void };

/** Shows every possible day with its price. The card follows on the checkout page. */
export function ExtendDialog({ isOpen, onGone, ...content }: Props) {
  const { endAt, timezone } = content.booking;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={content.onClose}
      title="Extend your rental"
      text={`It’s due back ${momentIn(endAt, timezone)}.`}
      onOpenerGone={onGone}
    >
      <ExtendContent {...content} />
    </Dialog>
  );
}

type ContentProps = Omit<Props, "isOpen" | "onGone">;

function ExtendContent(props: ContentProps) {
  const { data, error, refetch } = useQuery(getExtensionOptions(props.booking.id));
  const refusal = data && (data.refusal ?? (data.options.length === 0 ? data.limit : null));
  if (data && !refusal) return <ExtendForm {...props} offers={data} onChanged={() => void refetch()} />;
  return (
    <div className="mt-5 grid gap-5">
      {refusal && (
        <Notice look="information" role="status">
          {typeset(refusal.message)}
        </Notice>
      )}
      {error && (
        <Notice look="problem" role="alert">
          <p>We couldn’t load the available days.</p>
          <button type="button" className={TEXT_LINK_STYLE} onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {!data && !error && (
        <SkeletonArea label="Loading the available days" size="small">
          <SkeletonBar shape="card" className="h-48" />
        </SkeletonArea>
      )}
      <DialogCancel className={`${BUTTON_STYLE.outline} justify-self-end`}>Close</DialogCancel>
    </div>
  );
}

type FormProps = ContentProps & { offers: ExtensionOptionsView; onChanged: () => void };

const CHOICE = requestExtensionBody.omit({ totalCents: true });

function ExtendForm({ booking, offers, onChanged, onClose, onTooLate }: FormProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const request = useIntent(requestExtension(booking.id));
  const { options, limit } = offers;

  return (
    <Form
      schema={CHOICE}
      defaultValues={{ endDate: options[0]?.endDate ?? "", message: "" }}
      className="mt-5 grid grid-cols-1 gap-4"
      onSubmit={async ({ endDate, message }) => {
        const totalCents = options.find((option) => option.endDate === endDate)?.price.totalCents ?? 0;
        try {
          const draft = await request({ endDate, totalCents, message });
          client.setQueryData(bookingQuery(booking.id).queryKey, draft);
          onClose();
          navigate(`/checkout/${booking.id}`);
        } catch (error) {
          onChanged();
          if (!isTooLate(error)) throw error;
          await refreshBookings(client);
          onClose();
          onTooLate(error.message);
        }
      }}
    >
      <DayField options={options} />
      <ChosenPrice options={options} />
      {limit && <p className="text-pretty text-muted text-sm">{typeset(limit.message)}</p>}
      <TextField name="message" label={`Message to ${booking.owner.firstName} (optional)`} autoComplete="off" />
      <p className="text-pretty text-sm">{afterPaymentText(offers, booking)}</p>
      <DialogButtons cancelLabel="Not now">
        <SubmitButton busyText="One moment...">Continue to payment</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

type OptionsProps = Pick<ExtensionOptionsView, "options">;

function DayField({ options }: OptionsProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField("endDate");
  const choices = options.map(({ endDate, price }) => ({
    value: endDate,
    label: `${dayText(endDate as LocalDate)} · ${countOf(price.days, "more day")} · ${dollarText(price.totalCents)}`,
  }));
  return (
    <Field id={id} label="New last day" error={error}>
      <NativeSelect {...register("endDate")} {...attributes} data-first options={choices} />
    </Field>
  );
}

function ChosenPrice({ options }: OptionsProps) {
  const chosen: unknown = useWatch({ name: "endDate" });
  const option = options.find(({ endDate }) => endDate === chosen);
  return option ? <PriceLines price={option.price} isDepositCharged={false} /> : null;
}
