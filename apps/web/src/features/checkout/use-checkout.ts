import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutView } from "@nexby/contract/bookings/checkout";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { CardFormHandle } from "../../components/card-form/use-card-form.tsx";
import { profileGate } from "../../components/product/profile-gate.tsx";
import type { Rental } from "../../components/rental/use-rental.ts";
import { ApiError } from "../../lib/api/errors.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import type { FormProblems } from "../../lib/form-errors.ts";
import { refreshBookings } from "../../lib/live-events.ts";
import { getActiveTerms, getItem, refreshed } from "./api.ts";
import { type Checkout, type Consents, missingIn, refusalOf } from "./checkout-body.ts";
import { clearAttempt, clearDraft, useCheckoutDraft } from "./checkout-draft.ts";
import { isOver, isUnpaid, payWith } from "./payment.ts";
import { changeSince, type PriceChange, type Shown, shownOf, useAcceptedPrice } from "./price-change.ts";
import { useBookingAttempt } from "./use-booking-attempt.ts";
import { useOneAtATime } from "./use-booking-payment.ts";

const HOLD_ENDED = "The time to pay is over. Nothing was charged. Please look at the dates and try again.";
const NO_PRICE = "The price could not be loaded. Please try again.";
const NO_TERMS = "The terms could not be loaded. Please try again.";

/** What a checkout is made of, besides the choice and the card. */
function useParts(rental: Rental, place: string) {
  const { id } = rental.item;
  const client = useQueryClient();
  const { data: terms, refetch: readTerms } = useQuery(getActiveTerms());
  const [state, setState] = useState<CheckoutState>(AT_FIRST);
  const patch = (changes: Partial<CheckoutState>) => setState((before) => ({ ...before, ...changes }));
  const attempt = useBookingAttempt(place);
  const readItemAgain = () => client.invalidateQueries({ queryKey: getItem(id).queryKey });
  return {
    state,
    patch,
    terms,
    readTerms,
    ...useCheckoutDraft(place),
    agreed: useAcceptedPrice(rental),
    attempt,
    leave: useLeave(id, place),
    readItemAgain,
    endHold: () => {
      attempt.forget();
      void readItemAgain();
      patch(chosenAnew(HOLD_ENDED));
    },
  };
}
type Parts = ReturnType<typeof useParts>;

/** What is held was given up, or paid, elsewhere; false when it was neither. */
async function hasEndedElsewhere({ id }: BookingDetailView, { leave, endHold }: Parts): Promise<boolean> {
  const booking = await refreshed(id);
  if (isOver(booking)) endHold();
  else if (!isUnpaid(booking, "rental")) leave(booking);
  else return false;
  return true;
}

/** What to do about a refusal, by what was refused. */
const refusing =
  (parts: Parts) =>
  async (error: unknown): Promise<void> => {
    const { state, patch, readTerms, readItemAgain } = parts;
    const code = error instanceof ApiError ? error.code : null;
    if (code === "profile_incomplete") return profileGate.set("renting");
    if (code === "action_not_allowed" && state.held && (await hasEndedElsewhere(state.held, parts))) return;
    if (code === "terms_changed") {
      await readTerms();
      patch({ consents: { ...state.consents, acceptsTerms: false } });
    }
    if (code === "units_unavailable" || code === "not_bookable") void readItemAgain();
    patch({ problems: refusalOf(error) });
  };

/** What is not as it was shown any more is shown beside it, and waits for a yes or no. */
const askingAgain =
  ({ askAgain }: Rental, { patch }: Parts, shown: Shown) =>
  async (error: unknown): Promise<void> => {
    const isChanged = error instanceof ApiError && error.code === "price_changed";
    const priceChange = isChanged ? changeSince(shown, await askAgain()) : null;
    if (!priceChange) throw error;
    patch({ priceChange });
  };

/** Confirms the card for a booking that exists, and goes on by how that ended. */
const paying =
  (card: CardFormHandle, { patch, leave }: Parts) =>
  async ({ booking, payment }: CheckoutView): Promise<void> => {
    patch({ held: booking });
    const clientSecret = payment?.clientSecret ?? null;
    const end = await payWith(card, { bookingId: booking.id, kind: "rental", clientSecret });
    if (end.status === "settled") leave(end.booking);
    else patch(end.status === "unknown" ? { unknownId: booking.id } : { cardProblem: end.message });
  };

/** One checkout from the first choice to the payment. The server decides; this remembers how far it is. */
export function useCheckout(rental: Rental, card: CardFormHandle, place: string) {
  const { item, request, quote, choice } = rental;
  const parts = useParts(rental, place);
  const { state, patch, draft, terms, readTerms, agreed, attempt, readItemAgain } = parts;
  const { isBusy, run } = useOneAtATime(refusing(parts));
  const pay = paying(card, parts);

  const needsPlace = item.foodTruck !== null || choice.exchange === "delivery";
  const wanted: Checkout = { itemId: item.id, request, draft, consents: state.consents, needsPlace };
  const start = (act: () => Promise<void>) => {
    patch({ problems: null, cardProblem: null });
    void run(act);
  };
  const begin = (shown: Shown) => {
    if (!request) return;
    if (!terms) {
      void readTerms();
      return patch({ problems: problemAt("acceptsTerms", NO_TERMS) });
    }
    const agreement = { ...shown, termsVersion: terms.version };
    start(() => attempt.begin({ ...wanted, request }, agreement).then(pay, askingAgain(rental, parts, shown)));
  };
  const submit = () => {
    const { held } = state;
    const missing = held ? [] : missingIn(wanted);
    const isCardFilled = card.check();
    if (missing.length > 0) return patch({ problems: { fields: missing, message: null, waitSeconds: null } });
    if (!isCardFilled) return;
    if (held) return start(async () => pay(await attempt.resume(held)));
    if (!quote?.isBookable || !quote.price) {
      return patch({ problems: problemAt("dates", quote?.refusal?.message ?? NO_PRICE) });
    }
    if (agreed.change) return patch({ priceChange: agreed.change });
    begin(shownOf(quote.price));
  };

  return {
    ...state,
    draft,
    terms,
    isBusy,
    submit,
    leave: parts.leave,
    changeDraft: parts.change,
    changeConsents: (changes: Partial<Consents>) => patch({ consents: { ...state.consents, ...changes } }),
    confirmPrice: ({ after }: PriceChange) => {
      agreed.agree(after);
      patch({ priceChange: null });
      begin(after);
    },
    rejectPrice: () => patch({ priceChange: null }),
    /** Nothing was paid after all: the card form is there again. */
    backToCard: (cardProblem: string) => patch({ unknownId: null, cardProblem }),
    voidOrRefund: (booking: BookingDetailView) =>
      start(async () => {
        await attempt.voidOrRefund(booking);
        void readItemAgain();
        patch(chosenAnew(null));
      }),
    endHold: parts.endHold,
  };
}
export type CheckoutFlow = ReturnType<typeof useCheckout>;

/** On to what came of it. What was written is needed no more, unless it came to nothing. */
function useLeave(itemId: string, place: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (booking: BookingDetailView): void => {
    clearAttempt(sessionMemory, place);
    if (!isOver(booking)) clearDraft(sessionMemory, place);
    void client.invalidateQueries({ queryKey: getItem(itemId).queryKey });
    void refreshBookings(client);
    navigate(isOver(booking) ? `/checkout/${booking.id}` : `/booking-success?booking=${booking.id}`);
  };
}

/** How far a checkout is. */
type CheckoutState = {
  consents: Consents;
  /** The booking that exists and waits for its payment: what was chosen stands still. */
  held: BookingDetailView | null;
  /** A booking of which nobody knows whether it was paid. */
  unknownId: string | null;
  problems: FormProblems | null;
  /** What is said where the card is typed in. */
  cardProblem: string | null;
  /** Waits for a yes or no. */
  priceChange: PriceChange | null;
};

const AT_FIRST: CheckoutState = {
  consents: { acceptsTerms: false, acceptsLaterCharges: false },
  held: null,
  unknownId: null,
  problems: null,
  cardProblem: null,
  priceChange: null,
};

/** Nothing is held any more, and one can choose anew. */
const chosenAnew = (message: string | null): Partial<CheckoutState> => ({
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
