import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { MAX_PIECE_NAME, MAX_PIECES } from "@nexby/domain/listings/kit";
import { PAYMENT_KINDS } from "@nexby/domain/payments/payment-status";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, wholeNumber } from "../fields.ts";
import { bookingDetailView, bookingParams, shortText } from "./bookings.ts";
import { lateFeeTermsView, lossTermsView, quoteRequest } from "./quotes.ts";

/** Data the browser needs to confirm a card payment. */
const paymentToConfirm = namedObject("PaymentToConfirm", {
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  amountCents: z.int().positive(),
  clientSecret: z.string().nullable().describe("Null when there is nothing left to confirm"),
});
const checkoutView = namedObject("Checkout", { booking: bookingDetailView, payment: paymentToConfirm.nullable() });
export type CheckoutView = z.infer<typeof checkoutView>;

const TERMS_MESSAGE = "Please accept the terms";
const CONSENT_MESSAGE = "Please agree to charges for late returns and damage";

const PIECES_MESSAGE = "Please review the list of pieces";

const shownPiece = z.object(
  {
    name: z.string({ error: PIECES_MESSAGE }).max(MAX_PIECE_NAME, PIECES_MESSAGE),
    count: z.int(PIECES_MESSAGE),
    priceCents: z.int(PIECES_MESSAGE),
  },
  { error: PIECES_MESSAGE },
);

const checkoutRequest = quoteRequest.safeExtend({
  itemId: z.uuid({ error: "Please choose an item" }),
  attemptId: z
    .uuid({ error: "Please try again" })
    .describe("The same for all attempts of one checkout. They create one booking, and a different body is rejected"),
  totalCents: wholeNumber("Total", { least: 1, most: 100_000_000 }).describe("The total the renter was shown"),
  depositCents: wholeNumber("Deposit", { least: 0, most: 100_000_000 }).describe("The deposit the renter was shown"),
  policy: z
    .enum(CANCELLATION_POLICIES, { error: "Please review the cancellation policy" })
    .describe("The cancellation policy the renter was shown"),
  lateFee: lateFeeTermsView
    .nullable()
    .optional()
    .describe("The late fee the renter was shown. If omitted, the current one is accepted"),
  damageLimitCents: wholeNumber("Limit", { least: 0, most: 2_147_483_647 })
    .optional()
    .describe("The most that damage can cost, as shown to the renter. If omitted, the current limit is accepted"),
  loss: lossTermsView.optional().describe("What a loss costs, as shown. If omitted, the current terms are accepted"),
  pieces: z
    .array(shownPiece, { error: PIECES_MESSAGE })
    .max(MAX_PIECES, PIECES_MESSAGE)
    .default([])
    .describe("The pieces and prices the renter was shown"),
  requestedPickupTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00")
    .optional()
    .describe("On the first day, in the item's time zone"),
  requestedDropoffTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00")
    .optional(),
  isPickupFlexible: z.boolean({ error: "Please choose yes or no" }).default(false),
  isDropoffFlexible: z.boolean({ error: "Please choose yes or no" }).default(false),
  meetupLocation: shortText(200).optional(),
  message: shortText(2000).default(""),
  termsVersion: wholeNumber("Terms", { least: 1, most: 1_000_000 }),
  acceptsTerms: z.literal(true, { error: TERMS_MESSAGE }),
  acceptsLaterCharges: z.literal(true, { error: CONSENT_MESSAGE }),
  chargeConsentVersion: wholeNumber("Consent", { least: 1, most: 1_000_000 })
    .optional()
    .describe("The version of the consent to later charges that the renter was shown"),
});
export type CheckoutRequest = z.input<typeof checkoutRequest>;

const reservationView = namedObject("Reservation", {
  bookingId: z.uuid(),
  isToBePaid: z.boolean().describe("Whether to request its payment next"),
  isOver: z.boolean().describe("Whether this attempt was abandoned or came too late. You can start a new one"),
});
export type ReservationView = z.infer<typeof reservationView>;

export const startCheckout = endpoint({
  method: "POST",
  path: "/api/bookings",
  summary: "Start a checkout and hold the dates. Repeating an attempt returns the same booking",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  body: checkoutRequest,
  response: reservationView,
  status: 201,
  isOutcomeSecret: true,
  errors: [
    "validation_failed",
    "not_found",
    "forbidden",
    "profile_incomplete",
    "insurance_not_offered",
    "terms_changed",
    "price_changed",
    "units_unavailable",
    "not_bookable",
    "attempt_reused",
    "service_unavailable",
  ],
});

export const payBooking = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/payment",
  summary: "Get the payment to confirm in the browser. Repeated calls never charge twice",
  access: "signed-in",
  params: bookingParams,
  body: z.object({
    kind: z
      .enum(["rental", "deposit", "extension", "late_fee", "damage"], { error: "Please choose what to pay" })
      .default("rental"),
  }),
  response: checkoutView,
  isOutcomeSecret: true,
  errors: ["validation_failed", "not_found", "action_not_allowed", "service_unavailable"],
});

export const syncBookingPayment = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/refresh",
  summary: "Refresh a booking's payments from the card provider",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 60 }],
  params: bookingParams,
  response: bookingDetailView,
  isOutcomeSecret: true,
  errors: ["not_found", "service_unavailable"],
});
