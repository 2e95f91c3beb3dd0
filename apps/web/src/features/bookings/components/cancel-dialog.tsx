import { type CancellationView, cancelBooking } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import type { NoShow } from "@nexby/domain/bookings/snapshot";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { OptionGroup } from "../../../components/ui/choices.tsx";
import { Dialog, DialogButtons, DialogCancel } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { ACTIONS, getBooking as bookingQuery, previewCancellation } from "../api.ts";
import { otherOf } from "../booking-facts.ts";
import { type ActionContext, actionCopy } from "../copy/actions.ts";
import { cancellationLines, changeCopy, noShowOptions, reasonCopy, recordCopy } from "../copy/cancellation.ts";
import { isTooLate, useAction } from "./use-action.ts";

type Props = ActionContext & {
  booking: BookingView;
  isOpen: boolean;
  onClose: () => void;
  /** The page to go to after the cancellation. */
  leadsTo?: string | undefined;
};

/** Previews the exact refund and sends that amount along; the server rejects the cancellation if it has changed. */
export function CancelDialog({ booking, isOpen, onGone, leadsTo, ...rest }: Props) {
  const { title, text, keepLabel = "" } = actionCopy("cancel", booking);
  const [, goTo] = useLocation();
  const onCanceled = () => leadsTo !== undefined && goTo(leadsTo);
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={title} text={text} onOpenerGone={onGone}>
      <CancelContent bookingId={booking.id} keepLabel={keepLabel} onCanceled={onCanceled} {...rest} />
    </Dialog>
  );
}

type ContentProps = {
  bookingId: string;
  keepLabel: string;
  onClose: () => void;
  onTooLate: (reason: string) => void;
  onCanceled: () => void;
};

function CancelContent({ bookingId, ...rest }: ContentProps) {
  const { data: booking } = useQuery(bookingQuery(bookingId));
  const [as, setAs] = useState<NoShow | null>(null);
  // The live event can come before the response. Then there is nothing left to preview.
  const [isSending, setIsSending] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...previewCancellation(bookingId, as),
    placeholderData: keepPreviousData,
    enabled: !isSending,
  });
  useTooLate(error, rest);

  if (booking && data) {
    const preview = { ...data, isStale: isPlaceholderData };
    return (
      <CancelForm
        {...rest}
        booking={booking}
        preview={preview}
        as={as}
        onDecide={setAs}
        onSending={setIsSending}
        onChanged={() => refetch()}
      />
    );
  }
  return (
    <div className="mt-5 grid gap-5">
      {error ? (
        <Notice look="problem" role="alert">
          <p>We couldn’t load your refund.</p>
          <button type="button" className={TEXT_LINK_STYLE} onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      ) : (
        <SkeletonArea label="Loading the refund" size="small">
          <SkeletonBar shape="card" className="h-36" />
        </SkeletonArea>
      )}
      <DialogCancel className={`${BUTTON_STYLE.outline} justify-self-end`}>{rest.keepLabel}</DialogCancel>
    </div>
  );
}

/** Closes the dialog when the booking can no longer be canceled. */
function useTooLate(error: unknown, { onClose, onTooLate }: Pick<ContentProps, "onClose" | "onTooLate">): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per error
  useEffect(() => {
    if (!isTooLate(error)) return;
    onClose();
    onTooLate(error.message);
    void refreshBookings(client);
  }, [error]);
}

type FormProps = Omit<ContentProps, "bookingId"> & {
  booking: BookingDetailView;
  /** Stale while it still belongs to the previous no-show choice. */
  preview: CancellationView & { isStale: boolean };
  /** The no-show an admin decided on. */
  as: NoShow | null;
  onDecide: (as: NoShow | null) => void;
  onSending: (isSending: boolean) => void;
  onChanged: () => Promise<unknown>;
};

function CancelForm({
  booking,
  preview,
  as,
  keepLabel,
  onClose,
  onTooLate,
  onCanceled,
  onDecide,
  onSending,
  onChanged,
}: FormProps) {
  const { confirm, busy, done } = actionCopy("cancel", booking);
  const record = recordCopy(booking, preview);
  const isSeenByOwner = booking.approvalStatus !== "draft";
  const [hasChanged, setHasChanged] = useState(false);
  const cancel = useAction(ACTIONS.cancel(booking.id), { done, onTooLate });

  const submit = async (reason: string) => {
    onSending(true);
    try {
      const isCanceled = await cancel({ reason, refundCents: preview.refundCents, ...(as && { as }) });
      onClose();
      if (isCanceled) onCanceled();
    } catch (error) {
      onSending(false);
      if (!(error instanceof ApiError) || error.code !== "refund_changed") throw error;
      await onChanged();
      setHasChanged(true);
    }
  };

  return (
    <Form
      schema={cancelBooking.body.pick({ reason: true })}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={({ reason }) => submit(reason)}
    >
      {hasChanged && (
        <Notice look="problem" role="alert" title="The refund has changed">
          Nothing is canceled yet. Check the new amount first.
        </Notice>
      )}
      {preview.isNoShowToDecide && (
        <OptionGroup
          label="Who didn’t show up?"
          value={as ?? ""}
          options={noShowOptions(booking)}
          onChange={(chosen) => onDecide(chosen || null)}
        />
      )}
      <PreviewCard booking={booking} preview={preview} />
      {record && <Notice look="information">{record}</Notice>}
      {isSeenByOwner && (
        <TextAreaField
          name="reason"
          label="Reason (optional)"
          rows={2}
          hint={
            booking.role === "admin"
              ? "Renter and owner will see this."
              : `${otherOf(booking).firstName} will see this.`
          }
        />
      )}
      <DialogButtons cancelLabel={keepLabel}>
        <SubmitButton look="danger" busyText={busy} isWaiting={preview.isStale}>
          {confirm}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}

function PreviewCard({ booking, preview }: Pick<FormProps, "booking" | "preview">) {
  const change = changeCopy(booking, preview);
  return (
    <div
      aria-live="polite"
      aria-busy={preview.isStale}
      className={`rounded-card bg-subtle p-4 transition-opacity duration-120 ${preview.isStale ? "opacity-50" : ""}`}
    >
      <dl className="grid gap-1.5 tabular-nums">
        {cancellationLines(booking, preview).map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4 first:font-bold first:text-lg">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-pretty text-sm">{reasonCopy(booking, preview)}</p>
      {change && <p className="mt-1 text-pretty text-muted text-sm">{change}</p>}
    </div>
  );
}
