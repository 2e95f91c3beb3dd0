import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutView } from "@nexby/contract/bookings/checkout";
import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { useRef } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import { cancelCheckout, payBooking, startCheckout, syncPayment } from "./api.ts";
import { type Agreed, type Checkout, checkoutRequestOf } from "./checkout-body.ts";
import { type Attempt, attemptFor, clearAttempt, rememberBooking } from "./checkout-draft.ts";

/** Manages the booking of one checkout: retries reuse it, and changing the request releases it. */
export function useBookingAttempt(scope: string) {
  const send = useIntent(startCheckout);
  // Fallback for when storage is unavailable.
  const latest = useRef<Attempt | null>(null);
  const startPayment = useIntent((key: string, bookingId: string) => payBooking(bookingId)(key, { kind: "rental" }));
  const cancel = useIntent((key: string, bookingId: string) => cancelCheckout(bookingId)(key));

  const forget = () => {
    latest.current = null;
    clearAttempt(sessionMemory, scope);
  };

  const begin = async (checkout: Checkout & { request: QuoteRequest }, agreed: Agreed): Promise<CheckoutView> => {
    const body = { ...checkoutRequestOf(checkout), ...agreed };
    // A different request or price starts a new attempt.
    const serialized = JSON.stringify(body);
    const attempt = latest.current?.wish === serialized ? latest.current : attemptFor(sessionMemory, scope, serialized);
    latest.current = attempt;
    const { bookingId, isToBePaid, isOver } = await send({
      ...body,
      attemptId: attempt.id,
      acceptsTerms: true,
      acceptsLaterCharges: true,
    });
    rememberBooking(sessionMemory, scope, attempt, bookingId);
    if (isToBePaid) return startPayment(bookingId);
    if (!isOver) return { booking: await syncPayment(bookingId), payment: null };
    // The hold of that attempt has ended, so start a new one.
    forget();
    return begin(checkout, agreed);
  };

  return {
    begin,
    /** Retries the payment of the same booking. */
    resume: (booking: BookingDetailView): Promise<CheckoutView> => startPayment(booking.id),
    releaseHold: async (booking: BookingDetailView): Promise<void> => {
      if (booking.allowedActions.includes("cancel")) await cancel(booking.id);
      forget();
    },
    forget,
  };
}
