import type { BookingDetailView } from "@nexby/contract/bookings";
import { type FormEvent, type ReactNode, type RefObject, useEffect } from "react";
import { useCardForm } from "../../../components/card-form/use-card-form.ts";
import { PriceLines } from "../../../components/rental/price-lines.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { pathToChoose, pathToLeave } from "../booked-choice.ts";
import { holdEnd, type PaidKind } from "../payment-standing.ts";
import { paymentWords } from "../payment-words.ts";
import { useBookingPayment } from "../use-booking-payment.ts";
import { BookingLine } from "./booking-line.tsx";
import { HeldNotice } from "./held-notice.tsx";
import { PayAction } from "./pay-action.tsx";
import { PayBar } from "./pay-bar.tsx";
import { PaymentCheck } from "./payment-check.tsx";
import { PaymentSection } from "./payment-section.tsx";

type Props = {
  booking: BookingDetailView;
  kind: PaidKind;
  /** Told while it is paid. */
  isPaying: RefObject<boolean>;
  /** The time to pay is over: the server knows what that means. */
  onHoldEnd: () => void;
};

/** Pays for a booking that exists: one that was left unfinished, or whose card did not work. */
export function BookingPayment({ booking, kind, isPaying, onHoldEnd }: Props) {
  const card = useCardForm();
  const payment = useBookingPayment(booking, kind, card);
  useEffect(() => {
    isPaying.current = payment.isBusy;
  }, [isPaying, payment.isBusy]);
  const words = paymentWords(booking, kind);

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
    label: words.action,
    note: words.note,
    isBusy: payment.isBusy || !card.isReady,
    busyText: payment.isBusy ? "One moment..." : undefined,
    obstacle: null,
  };
  return (
    <form noValidate aria-label="Payment" onSubmit={submit}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <div className="lg:hidden">
            <BookingLine booking={booking} />
          </div>
          <p className="max-w-prose text-pretty text-muted">{words.text}</p>
          <HeldNotice
            booking={booking}
            isBusy={payment.isBusy}
            onChange={() => payment.leaveTo(pathToChoose(booking))}
            onEnd={onHoldEnd}
          />
          <PaymentSection card={card} problem={payment.problem} isBusy={payment.isBusy} />
          {holdEnd(booking) && booking.allowedActions.includes("cancel") && (
            <Button look="outline" className="w-max" onClick={() => payment.leaveTo(pathToLeave(booking))}>
              Leave without booking
            </Button>
          )}
        </div>
        <BookedPrice booking={booking}>
          <PayAction {...action} className="max-lg:hidden" />
        </BookedPrice>
      </div>
      <PayBar>
        <PayAction {...action} />
      </PayBar>
    </form>
  );
}

function BookedPrice({ booking, children }: { booking: BookingDetailView; children: ReactNode }) {
  return (
    <aside
      aria-label="Your booking"
      className="grid gap-5 rounded-card border border-line bg-surface p-5 lg:sticky lg:top-20 lg:shadow-soft"
    >
      <div className="max-lg:hidden">
        <BookingLine booking={booking} />
      </div>
      <div className="border-line lg:border-t lg:pt-4">
        <PriceLines price={booking.price} isDepositCharged={booking.isDepositCharged} />
      </div>
      {children}
    </aside>
  );
}
