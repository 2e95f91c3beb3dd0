import type { CheckoutRequest } from "@nexby/contract/checkout";
import type { QuoteRequest } from "@nexby/contract/quotes";
import type { FieldProblem } from "../../lib/form-problems.ts";
import type { CheckoutDraft } from "./checkout-draft.ts";

export type Consents = { acceptsTerms: boolean; acceptsLaterCharges: boolean };

export type Checkout = {
  itemId: string;
  request: QuoteRequest | null;
  draft: CheckoutDraft;
  consents: Consents;
  needsPlace: boolean;
};

/** The contract's own words, which the page does without the schemas of. */
export const MISSING = {
  dates: "Please choose your dates",
  place: "Please enter an address, a ZIP or a town",
  acceptsTerms: "Please accept the terms",
  acceptsLaterCharges: "Please agree to charges for late return and damage",
};

/** What is not filled in, from top to bottom; the card's fields know for themselves. */
export function missingIn({ request, consents, needsPlace }: Checkout): FieldProblem[] {
  const isMissing = {
    dates: request === null,
    place: needsPlace && request !== null && !request.destination,
    acceptsTerms: !consents.acceptsTerms,
    acceptsLaterCharges: !consents.acceptsLaterCharges,
  };
  return Object.entries(MISSING)
    .filter(([field]) => isMissing[field as keyof typeof MISSING])
    .map(([field, message]) => ({ field, message }));
}

/** Names of the server's fields at ours. */
export const OWN_FIELDS: Readonly<Record<string, string>> = {
  startDate: "dates",
  endDate: "dates",
  destination: "place",
  requestedPickupTime: "pickupTime",
  requestedDropoffTime: "dropoffTime",
  meetupLocation: "meetupPlace",
  termsVersion: "acceptsTerms",
};

/** What is agreed to, as it was shown. */
export type Agreed = Pick<CheckoutRequest, "totalCents" | "depositCents" | "policy" | "termsVersion">;
type Wish = Omit<CheckoutRequest, "attemptId" | "acceptsTerms" | "acceptsLaterCharges" | keyof Agreed>;

/** What is wanted, without what is agreed to. */
export function wishOf({ itemId, request, draft }: Checkout & { request: QuoteRequest }): Wish {
  const { pickupTime, dropoffTime, isPickupFlexible, isDropoffFlexible, meetupPlace, message } = draft;
  return {
    ...request,
    itemId,
    ...(pickupTime && { requestedPickupTime: pickupTime }),
    ...(dropoffTime && { requestedDropoffTime: dropoffTime }),
    isPickupFlexible,
    isDropoffFlexible,
    ...(request.exchangeType === "meetup" && meetupPlace.trim() && { meetupLocation: meetupPlace.trim() }),
    message: message.trim(),
  };
}
