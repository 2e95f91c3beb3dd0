import {
  APPROVAL_STATUSES,
  BOOKING_GROUPS,
  BOOKING_PAYMENT_STATUSES,
  BOOKING_STATUSES,
  type BookingGroup,
  DEPOSIT_STATUSES,
  PAYOUT_STATUSES,
  RENTAL_STATUSES,
} from "@nexby/domain/bookings/statuses";
import { ITEM_CONDITIONS } from "@nexby/domain/condition/condition-reports";
import { CLAIM_RESOLUTIONS } from "@nexby/domain/damage/damage-claim-statuses";
import { EXTENSION_STATUSES } from "@nexby/domain/extensions/extension-transitions";
import { EXCHANGE_TYPES } from "@nexby/domain/listings/item-terms";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "@nexby/domain/payments/payment-status";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";
import { damageClaimView, lateFeeView, latenessView } from "./later-charges.ts";
import { plannedTimeView } from "./planned-times.ts";
import { pieceView, priceBreakdown } from "./quotes.ts";

/** Actions a user can take on a booking now. The server sends only those it would accept. */
export const BOOKING_ACTIONS = [
  "pay",
  "pay_deposit",
  "pay_extension",
  "pay_late_fee",
  "pay_damage",
  "approve",
  "decline",
  "cancel",
  "propose_pickup",
  "confirm_pickup",
  "keep_pickup",
  "propose_return",
  "confirm_return",
  "keep_return",
  "use_code",
  "hand_over",
  "object_to_handover",
  "extend",
  "approve_extension",
  "decline_extension",
  "withdraw_extension",
  "submit_return",
  "confirm_units",
  "close",
  "claim_damage",
  "name_loss",
  "agree_to_claim",
  "contest_claim",
  "report_no_show",
  "contest_no_show",
  "contest_late_fee",
  "waive_late_fee",
  "decide_late_fee",
  "uphold_handoff",
  "reject_handoff",
  "retry_deposit",
  "give_up_deposit",
  "mark_available",
  "resolve",
] as const;
export type BookingAction = (typeof BOOKING_ACTIONS)[number];

/** Steps a booking can be waiting for. */
export const BOOKING_STEPS = [
  "finish_checkout",
  "fraud_review",
  "owner_decision",
  "pay_again",
  "charge_to_come",
  "payment_disputed",
  "confirm_pickup",
  "secure_deposit",
  "pickup",
  "confirm_receipt",
  "answer_no_show",
  "extension_decision",
  "return",
  "overdue",
  "inspection",
  "admin_decision",
  "pay_late_fee",
  "contest_late_fee",
  "late_fee_decision",
  "damage_notice",
  "pay_damage",
  "payout",
] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

export const shortText = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);
const instant = z.iso.datetime();

export const bookingParams = z.object({ bookingId: z.uuid() });

const unitReturnView = namedObject("UnitReturn", {
  id: z.uuid(),
  units: z.int().positive(),
  at: instant,
  byRole: z.enum(["renter", "owner"]).describe("Who marked them as returned"),
  isByCode: z.boolean().describe("Whether both people confirmed it with a code"),
  notes: z.string().nullable(),
  reportId: z.uuid().nullable().describe("The condition report that its author sent before it"),
  confirmedAt: instant.nullable().describe("When the owner confirmed what the renter marked"),
});
export type UnitReturnView = z.infer<typeof unitReturnView>;

const participantView = namedObject("Participant", {
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
});

export const bookingView = namedObject("Booking", {
  id: z.uuid(),
  role: z.enum(["renter", "owner", "admin"]).describe("Your role in this booking"),
  status: z.enum(BOOKING_STATUSES),
  approvalStatus: z.enum(APPROVAL_STATUSES),
  paymentStatus: z.enum(BOOKING_PAYMENT_STATUSES),
  rentalStatus: z.enum(RENTAL_STATUSES),
  payoutStatus: z.enum(PAYOUT_STATUSES),
  depositStatus: z.enum(DEPOSIT_STATUSES),
  isDisputed: z
    .boolean()
    .describe("A damage claim, a contested late fee or no-show, or a disputed handoff waits for an admin's decision"),
  hasChargeback: z.boolean().describe("A bank disputes one of the booking's payments"),
  item: z.object({
    id: z.uuid(),
    title: z.string(),
    cover: z.string().nullable(),
    placeholder: z.string().nullable(),
    location: z.string().describe("The item's town"),
    isFoodTruck: z.boolean().describe("Whether this is a food truck visit instead of a handoff"),
  }),
  renter: participantView,
  owner: participantView,
  startDate: z.string(),
  endDate: z.string(),
  startAt: instant,
  endAt: instant,
  pickupAt: instant.describe("The confirmed pickup time, or the rental's start"),
  timezone: z.string(),
  quantity: z.int().positive(),
  unitsOut: z.int().nonnegative().describe("Units that nobody marked as returned"),
  totalCents: z.int().positive(),
  depositCents: z.int().nonnegative(),
  ownerEarningsCents: z
    .int()
    .nonnegative()
    .nullable()
    .describe("The owner's expected or final earnings. Shown to the owner and admins only"),
  isPayoutReady: z.boolean().describe("False while the owner's earnings can't be sent; always true for renters"),
  exchangeType: z.enum(EXCHANGE_TYPES),
  nextStep: z
    .object({
      code: z.enum(BOOKING_STEPS),
      by: z.enum(["renter", "owner", "platform"]),
      until: instant.nullable().describe("The deadline, or when it happens automatically"),
    })
    .nullable(),
  lateness: latenessView.nullable().describe("Null before the end, and once everything is back or lost"),
  allowedActions: z.array(z.enum(BOOKING_ACTIONS)),
  version: z.int().positive().describe("Increases with every change"),
  createdAt: instant,
});
export type BookingView = z.infer<typeof bookingView>;

/** More days that the renter asked for. The owner sees it once the renter's card is authorized. */
const extensionView = namedObject("Extension", {
  id: z.uuid(),
  status: z.enum(EXTENSION_STATUSES),
  endDate: z.string().describe("The new last day"),
  endAt: instant,
  previousEndAt: instant.describe("The end of the rental when the renter asked"),
  price: priceBreakdown.describe("For the additional days. Part of the booking's price once approved"),
  ownerEarningsCents: z
    .int()
    .nonnegative()
    .nullable()
    .describe("What the owner earns more. Shown to the owner and admins only"),
  message: z.string().nullable().describe("From the renter"),
  declineReason: z.string().nullable(),
  expiresAt: instant.describe("Until when the renter can pay a draft, or the owner can decide on a request"),
  requestedAt: instant.nullable(),
  decidedAt: instant.nullable(),
});
export type ExtensionView = z.infer<typeof extensionView>;

const bookingPaymentView = namedObject("BookingPayment", {
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  amountCents: z.int().positive(),
  capturedCents: z.int().nonnegative(),
  refundedCents: z.int().nonnegative(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  failureReason: z.string().nullable().describe("Why the card was declined, as a sentence"),
  hasReceipt: z.boolean().describe("Whether you can download a receipt"),
  createdAt: instant,
});

export const bookingDetailView = namedObject("BookingDetail", {
  ...bookingView.shape,
  price: priceBreakdown.describe("Including approved extensions"),
  exchange: z.object({
    type: z.enum(EXCHANGE_TYPES),
    town: z.string().nullable().describe("The town of the handoff, for everyone who sees the booking"),
    address: z.string().nullable().describe("The handoff address. The other person's is shown after approval"),
    meetupLocation: z
      .string()
      .nullable()
      .describe("The meetup place that somebody named, shown like the address. Null for other handoffs"),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    specialInstructions: z
      .string()
      .nullable()
      .describe("What the other person must know at the handoff, from approval until the return. For both people"),
    canSetInstructions: z.boolean().describe("Whether you can write them now"),
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
  plannedTimes: z.array(plannedTimeView).describe("The pickup and return, while they are still to come"),
  extensions: z.array(extensionView).describe("Requests for more days, oldest first"),
  contactPhone: z
    .string()
    .nullable()
    .describe("The other person's phone number, after approval and only if they share it"),
  message: z.string().nullable().describe("The renter's first message to the owner"),
  approvalMessage: z.string().nullable(),
  declineReason: z.string().nullable(),
  cancellation: z
    .object({
      by: z.enum(["renter", "owner", "admin", "system"]),
      at: instant,
      reason: z.string().nullable(),
      absent: z.enum(["renter", "owner"]).nullable().describe("Who did not show up, if it was canceled as a no-show"),
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
      isDeliveryAttempted: z.boolean().describe("Whether the owner says they attempted delivery"),
    })
    .nullable(),
  ownerHandedOverAt: instant
    .nullable()
    .describe("The rental starts two hours later unless the renter disputes the handoff"),
  checkoutNotes: z.string().nullable().describe("The renter's notes on receiving the item"),
  returnNotes: z.string().nullable(),
  returnCondition: z
    .enum(ITEM_CONDITIONS)
    .nullable()
    .describe("The owner's judgment at the return. Null until they confirm it or claim damage"),
  returns: z.array(unitReturnView).describe("What came back of several units, oldest first. Empty for one unit"),
  missingPieces: z
    .array(pieceView)
    .describe("Pieces of a kit that were there at pickup and aren't back, as counted in the condition reports"),
  claim: damageClaimView.nullable(),
  damageCents: z.int().nonnegative().nullable().describe("The amount decided for damage or loss"),
  damageLimitCents: z
    .int()
    .nonnegative()
    .describe(
      "The most that can be decided for damage now, or for the loss that is claimed. Without a claim, the most that can be claimed",
    ),
  lossLimitCents: z
    .int()
    .nonnegative()
    .describe("The most that can be decided for a loss now, or claimed if there is no claim"),
  lateFee: lateFeeView.nullable().describe("Null until the item is late"),
  bookingsAtRisk: z
    .array(z.object({ id: z.uuid(), renterFirstName: z.string(), startDate: z.string(), endDate: z.string() }))
    .describe(
      "While the item is late: the next bookings that may not get it in time. Shown to the owner and admins only",
    ),
  isEndangered: z
    .boolean()
    .describe("Whether the previous renter is late, so that this booking can be canceled with a full refund"),
  payoutEligibleAt: instant.nullable(),
  isDepositCharged: z
    .boolean()
    .describe("Whether the deposit is charged and refunded later, because the rental is longer than a hold lasts"),
  depositReturnedAt: instant.nullable().describe("When the deposit, or what was left of it, was released or refunded"),
  isCommissionPaid: z
    .boolean()
    .nullable()
    .describe("Whether the rental is settled and our commission taken. Null for renters"),
  adminDecision: z
    .object({ resolution: z.enum(CLAIM_RESOLUTIONS), notes: z.string().nullable() })
    .nullable()
    .describe("Our own record of a decided claim. For admins only"),
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

export type { BookingGroup };

export const listBookings = endpoint({
  method: "GET",
  path: "/api/bookings",
  summary: "List your bookings: upcoming soonest first, past latest first",
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
  summary: "Count your bookings per group and your open requests",
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
  summary: "Get a booking",
  access: "signed-in",
  params: bookingParams,
  response: bookingDetailView,
  errors: ["not_found"],
});

/** Trust signals about a renter, shown to the owner of the requested item. */
/** An owner's cancellation record, public so that renters can check it before they request an item. */
export const ownerRecordView = namedObject("OwnerRecord", {
  agreedCount: z.int().nonnegative().describe("Rentals the owner approved in the last 12 months"),
  canceledCount: z.int().nonnegative().describe("How many of these the owner canceled or missed"),
});
export type OwnerRecordView = z.infer<typeof ownerRecordView>;

export const getBookingCalendar = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/calendar",
  summary: "Download an approved booking as an iCalendar file",
  access: "signed-in",
  params: bookingParams,
  mediaType: "text/calendar; charset=utf-8",
  response: z.file(),
  errors: ["not_found", "action_not_allowed"],
});
