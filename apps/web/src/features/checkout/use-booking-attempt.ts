import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutView } from "@nexby/contract/bookings/checkout";
import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { useRef } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import { giveUp, payBooking, refreshed, startCheckout } from "./api.ts";
import { type Agreed, type Checkout, checkoutRequestOf } from "./checkout-body.ts";
import { type Attempt, attemptFor, clearAttempt, rememberBooking } from "./checkout-draft.ts";

/** The booking of one checkout: begun once, however often it is tried, and let go when something else is wanted. */
export function useBookingAttempt(place: string) {
  const send = useIntent(startCheckout);
  // Where nothing can be stored, at least this page remembers.
  const latest = useRef<Attempt | null>(null);
  const ask = useIntent((key: string, bookingId: string) => payBooking(bookingId)(key, { kind: "rental" }));
  const cancel = useIntent((key: string, bookingId: string) => giveUp(bookingId)(key));

  const forget = () => {
    latest.current = null;
    clearAttempt(sessionMemory, place);
  };

  const begin = async (checkout: Checkout & { request: QuoteRequest }, agreed: Agreed): Promise<CheckoutView> => {
    const wish = { ...checkoutRequestOf(checkout), ...agreed };
    // Another wish, or another price for it, is another try.
    const words = JSON.stringify(wish);
    const attempt = latest.current?.wish === words ? latest.current : attemptFor(sessionMemory, place, words);
    latest.current = attempt;
    const { bookingId, isToBePaid, isOver } = await send({
      ...wish,
      attemptId: attempt.id,
      acceptsTerms: true,
      acceptsLaterCharges: true,
    });
    rememberBooking(sessionMemory, place, attempt, bookingId);
    if (isToBePaid) return ask(bookingId);
    if (!isOver) return { booking: await refreshed(bookingId), payment: null };
    // The hold of that try has ended: this is another one.
    forget();
    return begin(checkout, agreed);
  };

  return {
    begin,
    /** The same booking's payment again. */
    resume: (booking: BookingDetailView): Promise<CheckoutView> => ask(booking.id),
    voidOrRefund: async (booking: BookingDetailView): Promise<void> => {
      if (booking.allowedActions.includes("cancel")) await cancel(booking.id);
      forget();
    },
    forget,
  };
}
