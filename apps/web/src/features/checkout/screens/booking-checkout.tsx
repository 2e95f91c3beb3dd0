import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isUnfulfilled } from "@nexby/domain/bookings/statuses";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import { useCardForm } from "../../../components/card-form/use-card-form.tsx";
import { FormReport } from "../../../components/forms/form-report.tsx";
import { PriceLines } from "../../../components/rental/price-lines.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { getBooking as bookingQuery, syncPayment } from "../api.ts";
import { pathToChoose, pathToLeave } from "../checkout-body.ts";
import { BookingLine } from "../components/booked-card.tsx";
import { CheckoutSkeleton, PayAction, PayBar } from "../components/checkout-layout.tsx";
import { HeldNotice } from "../components/hold-notice.tsx";
import { PaymentSection } from "../components/payment-sections.tsx";
import { paymentCopy } from "../copy.ts";
import { cardOfRental, holdEnd, kindToPay, type PaidKind, unpaidExtension } from "../payment.ts";
import { useBookingEvents, useBookingPayment } from "../use-booking-payment.ts";
import { useProblemFocus } from "../use-checkout.ts";
import { PaymentCheck } from "./payment-progress.tsx";

type BookingCheckoutProps = {
  bookingId: string;
  /** Shown for a missing booking or someone else's. */
  nothing: ReactNode;
  /** Renders the status of a booking with no payment due. */
  standing: (booking: BookingDetailView) => ReactNode;
};

/** The payment form of a booking, or its status when no payment is due. */
export function BookingCheckout({ bookingId, nothing, standing }: BookingCheckoutProps) {
  const client = useQueryClient();
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const sync = usePaymentSync(bookingId);
  // During a payment the payment flow reports the outcome itself.
  const isPaying = useRef(false);
  useBookingEvents(bookingId, () => {
    if (!isPaying.current) void refetch();
  });

  const kind = booking ? kindToPay(booking) : null;
  const hasSynced = useRef(false);
  useEffect(() => {
    // A returning renter may have paid already, before the provider has notified the server.
    if (kind === null || hasSynced.current) return;
    hasSynced.current = true;
    void sync();
  }, [kind, sync]);

  if (booking && kind) {
    const endHold = () => void sync().then(() => refreshBookings(client));
    return <BookingPayment key={kind} booking={booking} kind={kind} isPaying={isPaying} onHoldEnd={endHold} />;
  }
  if (booking) return <BookingStatus booking={booking}>{standing(booking)}</BookingStatus>;
  if (error instanceof ApiError && error.isDecided) return nothing;
  if (error) return <ErrorCard onRetry={() => void refetch()} />;
  return <CheckoutSkeleton />;
}

/** Syncs the payment from the provider; on failure the known state stays. */
function usePaymentSync(bookingId: string): () => Promise<void> {
  const client = useQueryClient();
  const sync = useRef(async () => {
    const fresh = await syncPayment(bookingId).catch(() => null);
    if (fresh) client.setQueryData(bookingQuery(bookingId).queryKey, fresh);
  });
  return sync.current;
}

function BookingStatus({ booking, children }: { booking: BookingDetailView; children: ReactNode }) {
  return (
    <div className="grid max-w-xl gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <BookingLine booking={booking} />
      <div className="border-line border-t pt-4">{children}</div>
      <div className="flex flex-wrap gap-3">
        <Link href={`/my-bookings/${booking.id}`} className={BUTTON_STYLE.primary}>
          View booking
        </Link>
        {booking.role === "renter" && isUnfulfilled(booking.status) && (
          <Link href={pathToChoose(booking)} className={BUTTON_STYLE.outline}>
            Book again
          </Link>
        )}
      </div>
    </div>
  );
}

type BookingPaymentProps = {
  booking: BookingDetailView;
  kind: PaidKind;
  /** True while a payment runs. */
  isPaying: RefObject<boolean>;
  /** Called when the time to pay is over; the server decides what happens to the booking. */
  onHoldEnd: () => void;
};

/** Pays an unfinished booking, or one whose card failed. */
function BookingPayment({ booking, kind, isPaying, onHoldEnd }: BookingPaymentProps) {
  const card = useCardForm();
  const payment = useBookingPayment(booking, kind, card);
  useEffect(() => {
    isPaying.current = payment.isBusy;
  }, [isPaying, payment.isBusy]);
  const copy = paymentCopy(booking, kind);
  const extension = kind === "extension" ? unpaidExtension(booking) : null;
  const formId = useId();
  const { report, follow } = useProblemFocus(payment.invalid, formId, card);

  if (payment.isUnknown) {
    return (
      <PaymentCheck bookingId={booking.id} kind={kind} onSettled={payment.settle} onNotPaid={payment.backToCard} />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    payment.pay();
  };
  const action = {
    label: copy.action,
    note: copy.note,
    isBusy: payment.isBusy || !card.isReady,
    busyText: payment.isBusy ? "One moment..." : undefined,
    blocker: null,
  };
  return (
    <form noValidate aria-label="Payment" onSubmit={submit}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <div className="lg:hidden">
            <BookingLine booking={booking} />
          </div>
          <p className="max-w-prose text-pretty text-muted">{copy.text}</p>
          <HeldNotice
            booking={booking}
            until={kind === "extension" ? (extension?.expiresAt ?? null) : holdEnd(booking)}
            isBusy={payment.isBusy}
            onChange={() => payment.leaveTo(pathToChoose(booking))}
            onEnd={onHoldEnd}
          />
          {payment.invalid && <FormReport ref={report} problems={payment.invalid} formId={formId} onFollow={follow} />}
          <PaymentSection
            card={card}
            problem={payment.problem}
            isBusy={payment.isBusy}
            preferred={kind === "rental" ? null : cardOfRental(booking)}
          />
          {holdEnd(booking) && booking.allowedActions.includes("cancel") && (
            <Button look="outline" className="w-max" onClick={() => payment.leaveTo(pathToLeave(booking))}>
              Leave without booking
            </Button>
          )}
        </div>
        <BookedPrice booking={booking} kind={kind}>
          <PayAction {...action} className="max-lg:hidden" />
        </BookedPrice>
      </div>
      <PayBar>
        <PayAction {...action} />
      </PayBar>
    </form>
  );
}

type BookedPriceProps = { booking: BookingDetailView; kind: PaidKind; children: ReactNode };

function BookedPrice({ booking, kind, children }: BookedPriceProps) {
  const price = (kind === "extension" ? unpaidExtension(booking)?.price : null) ?? booking.price;
  return (
    <aside
      aria-label="Your booking"
      className="grid gap-5 rounded-card border border-line bg-surface p-5 lg:sticky lg:top-20 lg:shadow-soft"
    >
      <div className="max-lg:hidden">
        <BookingLine booking={booking} />
      </div>
      <div className="border-line lg:border-t lg:pt-4">
        {kind === "late_fee" && <LateFeeLines booking={booking} />}
        {kind === "damage" && <DamageLines booking={booking} />}
        {kind !== "late_fee" && kind !== "damage" && (
          <PriceLines price={price} isDepositCharged={booking.isDepositCharged} />
        )}
      </div>
      {children}
    </aside>
  );
}

function LateFeeLines({ booking: { lateFee } }: { booking: BookingDetailView }) {
  if (!lateFee) return null;
  const { daysLate, cappedFeeCents, waivedCents, owedCents } = lateFee;
  return (
    <dl className="grid gap-2 tabular-nums">
      <AmountLine label={`Late fee, ${countOf(daysLate, "day")} late`} amount={dollarText(cappedFeeCents)} />
      {waivedCents > 0 && <AmountLine label="Waived" amount={`−${dollarText(waivedCents)}`} />}
      <AmountLine
        label="To pay"
        amount={dollarText(owedCents)}
        className="border-line border-t pt-3 font-bold text-lg"
      />
    </dl>
  );
}

function DamageLines({ booking: { claim } }: { booking: BookingDetailView }) {
  if (!claim) return null;
  const { depositCents, cardCents } = claim;
  return (
    <dl className="grid gap-2 tabular-nums">
      <AmountLine label="Damage, as decided" amount={dollarText(depositCents + cardCents)} />
      {depositCents > 0 && <AmountLine label="From your deposit" amount={`−${dollarText(depositCents)}`} />}
      <AmountLine
        label="To pay"
        amount={dollarText(cardCents)}
        className="border-line border-t pt-3 font-bold text-lg"
      />
    </dl>
  );
}

const AmountLine = ({ label, amount, className }: { label: string; amount: string; className?: string }) => (
  <div className={`flex justify-between gap-4 ${className ?? "text-muted"}`}>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
);
