import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutView } from "@nexby/contract/bookings/checkout";
import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { isUnfulfilled } from "@nexby/domain/bookings/statuses";
import { typeset } from "@nexby/domain/kernel/typography";
import { CHARGE_CONSENT } from "@nexby/domain/payments/later-charges";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type CardFormHandle, isCardField } from "../../components/card-form/use-card-form.tsx";
import { fieldId } from "../../components/forms/field.tsx";
import { isReported } from "../../components/forms/form-report.tsx";
import { profileGate } from "../../components/product/profile-gate.tsx";
import type { Rental } from "../../components/rental/use-rental.ts";
import { ApiError } from "../../lib/api/errors.ts";
import { useIntent } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import type { FieldProblem, FormProblems } from "../../lib/form-errors.ts";
import { refreshBookings } from "../../lib/live-events.ts";
import { cancelCheckout, getActiveTerms, getItem, payBooking, startCheckout, syncPayment } from "./api.ts";
import {
  type Agreed,
  type Checkout,
  type Consents,
  checkoutRequestOf,
  missingIn,
  refusalOf,
  withCardProblems,
} from "./checkout-body.ts";
import {
  type Attempt,
  attemptFor,
  clearAttempt,
  clearDraft,
  rememberBooking,
  useCheckoutDraft,
} from "./checkout-draft.ts";
import { isUnpaid, payWith } from "./payment.ts";
import { changeSince, type PriceChange, type Shown, shownOf, useAcceptedPrice } from "./price-change.ts";
import { useOneAtATime } from "./use-booking-payment.ts";

const HOLD_ENDED = "Your time to pay ran out. Nothing was charged. Check the dates and try again.";
const NO_PRICE = "We couldn’t load the price. Please try again.";
const NO_TERMS = "We couldn’t load the terms. Please try again.";

/** Checkout state other than the rental choice and the card. */
function useParts(rental: Rental, scope: string) {
  const { id } = rental.item;
  const client = useQueryClient();
  const { data: terms, refetch: readTerms } = useQuery(getActiveTerms());
  const [state, setState] = useState<CheckoutState>(INITIAL_STATE);
  const patch = (changes: Partial<CheckoutState>) => setState((previous) => ({ ...previous, ...changes }));
  const attempt = useBookingAttempt(scope);
  const refetchItem = () => client.invalidateQueries({ queryKey: getItem(id).queryKey });
  return {
    state,
    patch,
    terms,
    readTerms,
    ...useCheckoutDraft(scope),
    acceptedPrice: useAcceptedPrice(rental),
    attempt,
    leave: useLeave(id, scope),
    refetchItem,
    endHold: () => {
      attempt.forget();
      void refetchItem();
      patch(releasedState(HOLD_ENDED));
    },
  };
}
type Parts = ReturnType<typeof useParts>;

/** True when the held booking was canceled or paid elsewhere; handles that case. */
async function hasEndedElsewhere({ id }: BookingDetailView, { leave, endHold }: Parts): Promise<boolean> {
  const booking = await syncPayment(id);
  if (isUnfulfilled(booking.status)) endHold();
  else if (!isUnpaid(booking, "rental")) leave(booking);
  else return false;
  return true;
}

/** Handles a rejected request by its error code. */
const handleRejection =
  (parts: Parts) =>
  async (error: unknown): Promise<void> => {
    const { state, patch, readTerms, refetchItem } = parts;
    const code = error instanceof ApiError ? error.code : null;
    if (code === "profile_incomplete") return profileGate.set("renting");
    if (code === "action_not_allowed" && state.held && (await hasEndedElsewhere(state.held, parts))) return;
    if (code === "terms_changed") {
      await readTerms();
      patch({ consents: { ...state.consents, acceptsTerms: false } });
    }
    if (code === "units_unavailable" || code === "not_bookable") void refetchItem();
    patch({ problems: refusalOf(error) });
  };

/** On a price change, shows old and new values and waits for the renter's decision. */
const confirmPriceChange =
  ({ askAgain }: Rental, { patch }: Parts, shown: Shown) =>
  async (error: unknown): Promise<void> => {
    const isChanged = error instanceof ApiError && error.code === "price_changed";
    const priceChange = isChanged ? changeSince(shown, await askAgain()) : null;
    if (!priceChange) throw error;
    patch({ priceChange });
  };

/** Confirms the card for a started booking and continues by the outcome. */
const payWithCard =
  (card: CardFormHandle, { patch, leave }: Parts) =>
  async ({ booking, payment }: CheckoutView): Promise<void> => {
    patch({ held: booking });
    const clientSecret = payment?.clientSecret ?? null;
    const end = await payWith(card, { bookingId: booking.id, kind: "rental", clientSecret });
    if (end.status === "settled") leave(end.booking);
    else patch(end.status === "unknown" ? { unknownId: booking.id } : { cardProblem: end.message });
  };

/** The dates, if they can't be booked as chosen. A missing place is reported at its own field. */
function unbookableIn({ request, quote, item, choice }: Rental): FieldProblem[] {
  if (!request || (quote?.isBookable && quote.price)) return [];
  const isPlaceMissing = (item.foodTruck !== null || choice.exchange === "delivery") && !request.destination;
  return isPlaceMissing
    ? []
    : [{ field: "dates", message: quote?.refusal ? typeset(quote.refusal.message) : NO_PRICE }];
}

/** Runs a checkout from choice to payment. The server decides; this hook only tracks progress. */
export function useCheckout(rental: Rental, card: CardFormHandle, scope: string) {
  const { item, request, quote, choice } = rental;
  const parts = useParts(rental, scope);
  const { state, patch, draft, terms, readTerms, acceptedPrice, attempt, refetchItem } = parts;
  const { isBusy, run } = useOneAtATime(handleRejection(parts));
  const pay = payWithCard(card, parts);

  const needsPlace = item.foodTruck !== null || choice.exchange === "delivery";
  const checkout: Checkout = { itemId: item.id, request, draft, consents: state.consents, needsPlace };
  const start = (task: () => Promise<void>) => {
    patch({ problems: null, cardProblem: null });
    void run(task);
  };
  const begin = (shown: Shown) => {
    if (!request) return;
    if (!terms) {
      void readTerms();
      return patch({ problems: problemAt("acceptsTerms", NO_TERMS) });
    }
    const { quantity: _, ...accepted } = shown;
    const chargeConsentVersion = CHARGE_CONSENT.version;
    const agreement = { ...accepted, termsVersion: terms.version, chargeConsentVersion };
    start(() => attempt.begin({ ...checkout, request }, agreement).then(pay, confirmPriceChange(rental, parts, shown)));
  };
  const submit = () => {
    const { held } = state;
    const fields = withCardProblems(held ? [] : [...unbookableIn(rental), ...missingIn(checkout)], card.check());
    if (fields.length > 0) return patch({ problems: { fields, message: null, waitSeconds: null } });
    if (held) return start(async () => pay(await attempt.resume(held)));
    if (!quote?.price) return;
    if (acceptedPrice.change) return patch({ priceChange: acceptedPrice.change });
    begin(shownOf(quote.price));
  };

  return {
    ...state,
    draft,
    terms,
    isBusy,
    submit,
    leave: parts.leave,
    changeDraft: parts.changeDraft,
    changeConsents: (changes: Partial<Consents>) => patch({ consents: { ...state.consents, ...changes } }),
    confirmPrice: ({ after }: PriceChange) => {
      acceptedPrice.accept(after);
      patch({ priceChange: null });
      begin(after);
    },
    rejectPrice: () => patch({ priceChange: null }),
    /** Shows the card form again when nothing was paid. */
    backToCard: (cardProblem: string) => patch({ unknownId: null, cardProblem }),
    releaseHold: (booking: BookingDetailView) =>
      start(async () => {
        await attempt.releaseHold(booking);
        void refetchItem();
        patch(releasedState(null));
      }),
    endHold: parts.endHold,
  };
}
export type CheckoutFlow = ReturnType<typeof useCheckout>;

/** Navigates to the result. The draft is kept if the booking didn't go through. */
function useLeave(itemId: string, scope: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (booking: BookingDetailView): void => {
    clearAttempt(sessionMemory, scope);
    if (!isUnfulfilled(booking.status)) clearDraft(sessionMemory, scope);
    void client.invalidateQueries({ queryKey: getItem(itemId).queryKey });
    void refreshBookings(client);
    navigate(isUnfulfilled(booking.status) ? `/checkout/${booking.id}` : `/booking-success?booking=${booking.id}`);
  };
}

type CheckoutState = {
  consents: Consents;
  /** The started booking that awaits payment. Choices are locked until then. */
  held: BookingDetailView | null;
  /** Booking whose payment outcome is unknown. */
  unknownId: string | null;
  problems: FormProblems | null;
  /** Error shown next to the card form. */
  cardProblem: string | null;
  /** Awaits the renter's decision. */
  priceChange: PriceChange | null;
};

const INITIAL_STATE: CheckoutState = {
  consents: { acceptsTerms: false, acceptsLaterCharges: false },
  held: null,
  unknownId: null,
  problems: null,
  cardProblem: null,
  priceChange: null,
};

/** State after the hold ended: the renter can choose again. */
const releasedState = (message: string | null): Partial<CheckoutState> => ({
  held: null,
  unknownId: null,
  cardProblem: null,
  problems: message === null ? null : problemAt("dates", message),
});

const problemAt = (field: "dates" | "acceptsTerms", message: string): FormProblems => ({
  fields: [{ field, message }],
  message: null,
  waitSeconds: null,
});

/** Manages the booking of one checkout: retries reuse it, and changing the request releases it. */
function useBookingAttempt(scope: string) {
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
    const attempt =
      latest.current?.request === serialized ? latest.current : attemptFor(sessionMemory, scope, serialized);
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

/** Focuses the error summary, or the field itself when only one is wrong. */
export function useProblemFocus(problems: FormProblems | null, formId: string, { focus }: CardFormHandle) {
  const report = useRef<HTMLDivElement>(null);
  const follow = useCallback(
    (field: string) => (isCardField(field) ? focus(field) : document.getElementById(fieldId(formId, field))?.focus()),
    [formId, focus],
  );
  useEffect(() => {
    if (!problems) return;
    if (isReported(problems)) report.current?.focus();
    else follow(problems.fields[0]?.field ?? "");
  }, [problems, follow]);
  return { report, follow };
}
