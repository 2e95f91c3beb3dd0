import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import { useCardForm } from "../../../components/card-form/use-card-form.tsx";
import { PriceLines } from "../../../components/rental/price-lines.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { getBooking as bookingQuery, refreshed } from "../api.ts";
import { pathToChoose, pathToLeave } from "../checkout-body.ts";
import { BookingLine } from "../components/booked-card.tsx";
import { CheckoutSkeleton, PayAction, PayBar } from "../components/checkout-layout.tsx";
import { HeldNotice } from "../components/hold-notice.tsx";
import { PaymentSection } from "../components/payment-sections.tsx";
import { paymentCopy } from "../copy.ts";
import { holdEnd, isOver, kindToPay, type PaidKind } from "../payment.ts";
import { useBookingEvents, useBookingPayment } from "../use-booking-payment.ts";
import { PaymentCheck } from "./payment-progress.tsx";

type BookingCheckoutProps = {
  bookingId: string;
  /** In the place of a booking that is not there, or not one's own. */
  nothing: ReactNode;
  /** How a booking stands that needs no payment. */
  standing: (booking: BookingDetailView) => ReactNode;
};

/** The payment a booking waits for; without one, how the booking stands. */
export function BookingCheckout({ bookingId, nothing, standing }: BookingCheckoutProps) {
  const client = useQueryClient();
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const look = useLook(bookingId);
  // While it is paid, the payment itself tells how it ended.
  const isPaying = useRef(false);
  useBookingEvents(bookingId, () => {
    if (!isPaying.current) void refetch();
  });

  const kind = booking ? kindToPay(booking) : null;
  const hasLooked = useRef(false);
  useEffect(() => {
    // Who comes back may have paid: the provider knows, the server perhaps not yet.
    if (kind === null || hasLooked.current) return;
    hasLooked.current = true;
    void look();
  }, [kind, look]);

  if (booking && kind) {
    const endHold = () => void look().then(() => refreshBookings(client));
    return <BookingPayment key={kind} booking={booking} kind={kind} isPaying={isPaying} onHoldEnd={endHold} />;
  }
  if (booking) return <Standing booking={booking}>{standing(booking)}</Standing>;
  if (error instanceof ApiError && error.isDecided) return nothing;
  if (error) return <ErrorCard onRetry={() => void refetch()} />;
  return <CheckoutSkeleton />;
}

/** Asks how the payment stands at the provider. Should nobody answer, what is known stays. */
function useLook(bookingId: string): () => Promise<void> {
  const client = useQueryClient();
  const look = useRef(async () => {
    const fresh = await refreshed(bookingId).catch(() => null);
    if (fresh) client.setQueryData(bookingQuery(bookingId).queryKey, fresh);
  });
  return look.current;
}

function Standing({ booking, children }: { booking: BookingDetailView; children: ReactNode }) {
  return (
    <div className="grid max-w-xl gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <BookingLine booking={booking} />
      <div className="border-line border-t pt-4">{children}</div>
      <div className="flex flex-wrap gap-3">
        <Link href={`/my-bookings/${booking.id}`} className={BUTTON_STYLE.primary}>
          View booking
        </Link>
        {booking.role === "renter" && isOver(booking) && (
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
  /** Told while it is paid. */
  isPaying: RefObject<boolean>;
  /** The time to pay is over: the server knows what that means. */
  onHoldEnd: () => void;
};

/** Pays for a booking that exists: one that was left unfinished, or whose card did not work. */
function BookingPayment({ booking, kind, isPaying, onHoldEnd }: BookingPaymentProps) {
  const card = useCardForm();
  const payment = useBookingPayment(booking, kind, card);
  useEffect(() => {
    isPaying.current = payment.isBusy;
  }, [isPaying, payment.isBusy]);
  const words = paymentCopy(booking, kind);

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
    blocker: null,
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
