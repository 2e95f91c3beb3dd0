import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutRequest } from "@nexby/contract/bookings/checkout";
import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { guestsPerDay } from "@nexby/domain/pricing/food-truck-price";
import { choiceQuery } from "../../components/rental/rental-choice.ts";
import { ApiError } from "../../lib/api/errors.ts";
import { type FieldProblem, type FormProblems, placeProblems, problemsOf } from "../../lib/form-errors.ts";
import { withQuery } from "../../lib/paths.ts";
import type { CheckoutDraft } from "./checkout-draft.ts";

export type Consents = { acceptsTerms: boolean; acceptsLaterCharges: boolean };

export type Checkout = {
  itemId: string;
  request: QuoteRequest | null;
  draft: CheckoutDraft;
  consents: Consents;
  needsPlace: boolean;
};

/** The contract's messages, copied so that the page doesn't have to load the schemas. */
export const MISSING = {
  dates: "Please choose your dates",
  place: "Please enter an address, ZIP code or town",
  acceptsTerms: "Please accept the terms",
  acceptsLaterCharges: "Please agree to charges for late returns and damage",
};

const CONSENTS: readonly string[] = ["acceptsTerms", "acceptsLaterCharges"];

/** Inserts the card's problems where the card form is, above the consents. */
export const withCardProblems = (
  problems: readonly FieldProblem[],
  ofCard: readonly FieldProblem[],
): readonly FieldProblem[] => [
  ...problems.filter(({ field }) => !CONSENTS.includes(field)),
  ...ofCard,
  ...problems.filter(({ field }) => CONSENTS.includes(field)),
];

/** Missing fields from top to bottom, without the card's. */
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

/** Server field names mapped to the page's. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  startDate: "dates",
  endDate: "dates",
  destination: "place",
  requestedPickupTime: "pickupTime",
  requestedDropoffTime: "dropoffTime",
  meetupLocation: "meetupPlace",
  termsVersion: "acceptsTerms",
};

/** The terms the renter accepts, exactly as displayed. */
export type Agreed = Pick<
  CheckoutRequest,
  | "totalCents"
  | "depositCents"
  | "policy"
  | "lateFee"
  | "damageLimitCents"
  | "loss"
  | "pieces"
  | "termsVersion"
  | "chargeConsentVersion"
>;
type RequestedRental = Omit<CheckoutRequest, "attemptId" | "acceptsTerms" | "acceptsLaterCharges" | keyof Agreed>;

/** The request body without the accepted price and terms. */
export function checkoutRequestOf({ itemId, request, draft }: Checkout & { request: QuoteRequest }): RequestedRental {
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

/** Back to the checkout form with the same choices. */
export const pathToChoose = (booking: BookingDetailView): string =>
  withQuery(`/combined-checkout/${booking.item.id}`, queryOf(booking));

/** The cancel page, which can link back with the same choices. */
export const pathToLeave = (booking: BookingDetailView): string =>
  withQuery("/cancel", { itemId: booking.item.id, ...queryOf(booking) });

function queryOf(booking: BookingDetailView) {
  const { item, startDate, endDate, quantity, exchangeType, exchange, price } = booking;
  const guests = guestsPerDay(price);
  const isVisit = item.isFoodTruck;
  return choiceQuery({
    from: isLocalDate(startDate) ? startDate : null,
    to: isLocalDate(endDate) ? endDate : null,
    quantity: isVisit ? null : quantity,
    exchange: isVisit ? null : exchangeType,
    place: isVisit || exchangeType === "delivery" ? (exchange.address ?? "") : "",
    hasInsurance: price.insuranceCents > 0,
    mode: isVisit ? (guests ? "PER_PERSON" : "APPEARANCE") : null,
    guests,
  });
}

/** In page order. */
const FIELDS = [
  "dates",
  "place",
  "meetupPlace",
  "pickupTime",
  "dropoffTime",
  "message",
  "acceptsTerms",
  "acceptsLaterCharges",
];

/** Error codes that belong to a field even though the server names none. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  units_unavailable: "dates",
  not_bookable: "dates",
  terms_changed: "acceptsTerms",
};

/** Maps a rejected checkout to the page's fields. */
export function refusalOf(error: unknown): FormProblems {
  if (!(error instanceof ApiError)) return problemsOf(error, FIELDS);
  const { message, code, fieldErrors, retryAfterSeconds: waitSeconds } = error;
  const field = code ? FIELD_OF_CODE[code] : undefined;
  if (field) return { fields: [{ field, message }], message: null, waitSeconds };
  // The details of other errors are not meant for display.
  const invalid = code === "validation_failed" ? fieldErrors : [];
  const mapped = invalid.map((error) => ({ ...error, field: OWN_FIELDS[error.field] ?? error.field }));
  const { placed, homeless } = placeProblems(mapped, FIELDS);
  const isCovered = placed.length > 0 && homeless.length === 0;
  return { fields: placed, message: isCovered ? null : (homeless[0]?.message ?? message), waitSeconds };
}

export const errorsOf = (problems: FormProblems | null): Readonly<Record<string, string>> =>
  Object.fromEntries((problems?.fields ?? []).map(({ field, message }) => [field, message]));
