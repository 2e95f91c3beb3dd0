import type { BookingDetailView } from "@nexby/contract/bookings";
import type { FormProblems } from "../../lib/form-problems.ts";
import type { Consents } from "./checkout-body.ts";
import type { PriceChange } from "./price-change.ts";

/** How far a checkout is. */
export type CheckoutState = {
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

export const AT_FIRST: CheckoutState = {
  consents: { acceptsTerms: false, acceptsLaterCharges: false },
  held: null,
  unknownId: null,
  problems: null,
  cardProblem: null,
  priceChange: null,
};

/** Nothing is held any more, and one can choose anew. */
export const chosenAnew = (message: string | null): Partial<CheckoutState> => ({
  held: null,
  unknownId: null,
  cardProblem: null,
  problems: message === null ? null : problemAt("dates", message),
});

export const problemAt = (field: "dates" | "acceptsTerms", message: string): FormProblems => ({
  fields: [{ field, message }],
  message: null,
  waitSeconds: null,
});
