import { BOOKING_GROUPS, type BookingGroup } from "@nexby/domain/bookings/booking-groups";
import {
  APPROVAL_STATUSES,
  BOOKING_PAYMENT_STATUSES,
  BOOKING_STATUSES,
  DEPOSIT_STATUSES,
  PAYOUT_STATUSES,
  RENTAL_STATUSES,
} from "@nexby/domain/bookings/booking-statuses";
import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "@nexby/domain/payments/payment-status";
import { z } from "zod";
import { wholeNumber } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { pageQuery } from "./paging.ts";
import { priceBreakdown, quoteRequest } from "./quotes.ts";

/** What a person can do with a booking now. The server sends those it would accept. */
export const BOOKING_ACTIONS = [
  "pay",
  "pay_deposit",
  "approve",
  "decline",
  "cancel",
  "confirm_pickup",
  "hand_over",
  "object_to_handover",
  "submit_return",
  "close",
  "claim_damage",
  "report_no_show",
  "contest_no_show",
  "resolve",
] as const;
export type BookingAction = (typeof BOOKING_ACTIONS)[number];

/** What the booking waits for, and for whom. */
export const BOOKING_STEPS = [
  "finish_checkout",
  "fraud_review",
  "owner_decision",
  "pay_again",
  "charge_to_come",
  "confirm_pickup",
  "secure_deposit",
  "pickup",
  "confirm_receipt",
  "answer_no_show",
  "return",
  "overdue",
  "inspection",
  "admin_decision",
  "payout",
] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

const shortText = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);
const reason = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(500, "Please use at most 500 characters");
const instant = z.iso.datetime();

const partyView = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
});

const bookingView = z.object({
  id: z.uuid(),
  role: z.enum(["renter", "owner", "admin"]).describe("Whose booking it is to whoever asks"),
  status: z.enum(BOOKING_STATUSES),
  approvalStatus: z.enum(APPROVAL_STATUSES),
  paymentStatus: z.enum(BOOKING_PAYMENT_STATUSES),
  rentalStatus: z.enum(RENTAL_STATUSES),
  payoutStatus: z.enum(PAYOUT_STATUSES),
  depositStatus: z.enum(DEPOSIT_STATUSES),
  isDisputed: z.boolean(),
  item: z.object({
    id: z.uuid(),
    title: z.string(),
    cover: z.string().nullable(),
    placeholder: z.string().nullable(),
    location: z.string().describe("Its town"),
  }),
  renter: partyView,
  owner: partyView,
  startDate: z.string(),
  endDate: z.string(),
  startAt: instant,
  endAt: instant,
  timezone: z.string(),
  quantity: z.int().positive(),
  totalCents: z.int().positive(),
  depositCents: z.int().nonnegative(),
  ownerEarningsCents: z.int().nonnegative().nullable().describe("To its owner and administrators only"),
  exchangeType: z.enum(EXCHANGE_TYPES),
  nextStep: z
    .object({
      code: z.enum(BOOKING_STEPS),
      by: z.enum(["renter", "owner", "platform"]),
      until: instant.nullable().describe("When it is too late, or happens by itself"),
    })
    .nullable(),
  allowedActions: z.array(z.enum(BOOKING_ACTIONS)),
  version: z.int().positive().describe("Grows with every change"),
  createdAt: instant,
});
export type BookingView = z.infer<typeof bookingView>;

const bookingPaymentView = z.object({
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  amountCents: z.int().positive(),
  capturedCents: z.int().nonnegative(),
  refundedCents: z.int().nonnegative(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  failureReason: z.string().nullable(),
  hasReceipt: z.boolean(),
  createdAt: instant,
});

const bookingDetailView = bookingView.extend({
  price: priceBreakdown,
  exchange: z.object({
    type: z.enum(EXCHANGE_TYPES),
    address: z.string().nullable().describe("Where; the owner's only once approved"),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    requestedPickupAt: instant.nullable(),
    requestedDropoffAt: instant.nullable(),
    isPickupFlexible: z.boolean(),
    isDropoffFlexible: z.boolean(),
    scheduledPickupAt: instant.nullable(),
    scheduledReturnAt: instant.nullable(),
    actualPickupAt: instant.nullable(),
    actualReturnAt: instant.nullable(),
    isPickupConfirmed: z.boolean(),
  }),
  message: z.string().nullable().describe("The renter's first words to the owner"),
  approvalMessage: z.string().nullable(),
  declineReason: z.string().nullable(),
  cancellation: z
    .object({
      by: z.enum(["renter", "owner", "admin", "system"]),
      at: instant,
      reason: z.string().nullable(),
      percent: z.int(),
      refundCents: z.int().nonnegative(),
    })
    .nullable(),
  noShow: z
    .object({
      reportedBy: z.enum(["renter", "owner"]),
      reportedAt: instant,
      contestUntil: instant,
      contestedAt: instant.nullable(),
    })
    .nullable(),
  ownerHandedOverAt: instant.nullable().describe("Counts two hours later unless the renter objects"),
  returnNotes: z.string().nullable(),
  claim: z.object({ amountCents: z.int().positive(), notes: z.string() }).nullable(),
  damageCents: z.int().nonnegative().nullable().describe("Of the deposit, as decided"),
  payoutEligibleAt: instant.nullable(),
  payments: z.array(bookingPaymentView),
  timeline: z.array(
    z.object({
      id: z.uuid(),
      type: z.string(),
      by: z.enum(["renter", "owner", "admin", "system"]),
      notes: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type BookingDetailView = z.infer<typeof bookingDetailView>;

/** What a browser needs to confirm a payment with a card. */
const paymentToConfirm = z.object({
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  amountCents: z.int().positive(),
  clientSecret: z.string().nullable().describe("Null when nothing is to be confirmed any more"),
});
const checkoutView = z.object({ booking: bookingDetailView, payment: paymentToConfirm.nullable() });
export type CheckoutView = z.infer<typeof checkoutView>;

const TERMS_MESSAGE = "Please accept the terms";
const CONSENT_MESSAGE = "Please agree to charges for late return and damage";

const checkoutRequest = quoteRequest.safeExtend({
  itemId: z.uuid({ error: "Please choose an item" }),
  attemptId: z
    .uuid({ error: "Please try again" })
    .describe("The same for every try of one checkout: it makes one booking"),
  totalCents: wholeNumber("Total", { least: 1, most: 100_000_000 }).describe(
    "What the renter was shown; not the price",
  ),
  requestedPickupTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00")
    .optional()
    .describe("On the first day, where the item is"),
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
});
export type CheckoutRequest = z.input<typeof checkoutRequest>;

export const startCheckout = endpoint({
  method: "POST",
  path: "/api/bookings",
  summary: "Holds the item and opens the payment; the same attempt again answers the same booking",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  body: checkoutRequest,
  response: checkoutView,
  status: 201,
  isOutcomeSecret: true,
  errors: [
    "validation_failed",
    "not_found",
    "forbidden",
    "profile_incomplete",
    "terms_changed",
    "price_changed",
    "units_unavailable",
    "not_bookable",
    "service_unavailable",
  ],
});

const bookingParams = z.object({ bookingId: z.uuid() });

export const payBooking = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/payment",
  summary: "What is to be paid now, for the browser to confirm; asks for nothing twice",
  access: "signed-in",
  params: bookingParams,
  body: z.object({ kind: z.enum(["rental", "deposit"], { error: "Please choose what to pay" }).default("rental") }),
  response: checkoutView,
  isOutcomeSecret: true,
  errors: ["validation_failed", "not_found", "action_not_allowed", "service_unavailable"],
});

export const refreshBooking = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/refresh",
  summary: "Asks the card provider how the payments stand and answers the booking after that",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 60 }],
  params: bookingParams,
  response: bookingDetailView,
  isOutcomeSecret: true,
  errors: ["not_found", "service_unavailable"],
});

export type { BookingGroup };

export const listBookings = endpoint({
  method: "GET",
  path: "/api/bookings",
  summary: "One's own bookings: what is next first, what is over last first",
  access: "signed-in",
  query: z.object({
    as: z.enum(["renter", "owner"], { error: "Choose renter or owner" }).default("renter"),
    group: z.enum(BOOKING_GROUPS, { error: `Group must be one of ${BOOKING_GROUPS.join(", ")}` }).default("upcoming"),
    ...pageQuery,
  }),
  response: z.array(bookingView),
  errors: ["validation_failed"],
});

export const countBookings = endpoint({
  method: "GET",
  path: "/api/bookings/counts",
  summary: "How many bookings one has in each group, and how many requests wait for one's decision",
  access: "signed-in",
  isPolled: true,
  response: z.object({
    renter: z.record(z.enum(BOOKING_GROUPS), z.int().nonnegative()),
    owner: z.record(z.enum(BOOKING_GROUPS), z.int().nonnegative()),
    requests: z.int().nonnegative(),
  }),
  errors: [],
});

export const getBooking = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId",
  summary: "One booking, to its parties and administrators",
  access: "signed-in",
  params: bookingParams,
  response: bookingDetailView,
  errors: ["not_found"],
});

/** What an owner sees of somebody who asks for their item. */
const renterTrustView = z.object({
  memberSince: instant,
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  completedRentals: z.int().nonnegative(),
  canceledRentals: z.int().nonnegative(),
  city: z.string().nullable(),
});

const bookingRequestView = bookingView.extend({
  message: z.string().nullable(),
  renterTrust: renterTrustView,
  ownerDecisionDeadline: instant.nullable(),
  isPickupFlexible: z.boolean(),
  isDropoffFlexible: z.boolean(),
  requestedPickupAt: instant.nullable(),
  requestedDropoffAt: instant.nullable(),
});
export type BookingRequestView = z.infer<typeof bookingRequestView>;

export const listBookingRequests = endpoint({
  method: "GET",
  path: "/api/booking-requests",
  summary: "Requests for one's items: those to decide by deadline, those decided newest first",
  access: "signed-in",
  query: z.object({
    group: z.enum(["open", "decided"], { error: "Group must be open or decided" }).default("open"),
    ...pageQuery,
  }),
  response: z.array(bookingRequestView),
  errors: ["validation_failed"],
});

const act = <const Verb extends string, Body extends z.ZodType>(verb: Verb, summary: string, body: Body) =>
  ({
    method: "POST",
    path: `/api/bookings/:bookingId/${verb}`,
    summary,
    access: "signed-in",
    params: bookingParams,
    body,
    response: bookingDetailView,
    errors: ["validation_failed", "not_found", "action_not_allowed"],
  }) as const;

const NOTHING = z.object({});
const message = z.object({ message: shortText(1000).default("") });
const notes = z.object({ notes: shortText(2000).default("") });

export const approveBooking = endpoint(act("approve", "The owner says yes: the card is charged as planned", message));
export const declineBooking = endpoint(
  act("decline", "The owner says no: the card's hold is let go", z.object({ reason: reason("Please give a reason") })),
);
export const confirmPickup = endpoint(act("confirm-pickup", "Accepts the proposed time of pickup", NOTHING));
export const handOver = endpoint(
  act("hand-over", "The renter has the item at once; the owner's word counts two hours later", notes),
);
export const objectToHandover = endpoint(
  act("object-to-handover", "The renter does not have it", z.object({ reason: reason("Please say what happened") })),
);
export const submitReturn = endpoint(act("return", "The item is back, as either side says", notes));
export const closeBooking = endpoint(act("close", "The owner found it in good condition", notes));
export const claimDamage = endpoint(
  act(
    "claim-damage",
    "The owner claims damage or loss, for administrators to decide",
    z.object({
      amountCents: wholeNumber("Amount", { least: 1, most: 10_000_000 }),
      notes: reason("Please describe the damage"),
    }),
  ),
);
export const reportNoShow = endpoint(act("no-show", "The other side did not come", NOTHING));
export const contestNoShow = endpoint(
  act("contest-no-show", "Says that it was otherwise", z.object({ reason: reason("Please say what happened") })),
);

const cancellationView = z.object({
  percent: z.int().min(0).max(100).describe("Of the rental price that comes back"),
  refundCents: z.int().nonnegative(),
  keptCents: z.int().nonnegative().describe("What the renter pays all the same"),
  isCharged: z.boolean().describe("Whether anything was charged yet; else a hold is let go"),
  depositCents: z.int().nonnegative().describe("Always comes back"),
  ownerKeepsCents: z.int().nonnegative().nullable().describe("To the owner and administrators only"),
  ownerPenaltyCents: z.int().nonnegative().describe("What an owner pays for calling it off"),
  changesAt: instant.nullable().describe("When less comes back than now"),
});
export type CancellationView = z.infer<typeof cancellationView>;

export const previewCancellation = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/cancellation",
  summary: "What would come back if one canceled now; changes nothing",
  access: "signed-in",
  params: bookingParams,
  response: cancellationView,
  errors: ["not_found", "action_not_allowed"],
});

export const cancelBooking = endpoint({
  ...act(
    "cancel",
    "Calls the booking off; administrators may, too",
    z.object({
      reason: shortText(500).default(""),
      refundCents: wholeNumber("Refund", { least: 0, most: 100_000_000 }).describe("What was shown to come back"),
    }),
  ),
  errors: ["validation_failed", "not_found", "action_not_allowed", "refund_changed"],
});

export const resolveClaim = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/resolve",
  summary: "Decides about a claim: what of the deposit is the owner's, the rest goes back",
  access: "admin",
  params: bookingParams,
  body: z.object({
    damageCents: wholeNumber("Amount", { least: 0, most: 10_000_000 }),
    notes: reason("Please give a reason"),
  }),
  response: bookingDetailView,
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});
