export const BOOKING_STATUSES = [
  "pending",
  "approved",
  "scheduled",
  "in_possession",
  "return_submitted",
  "damaged_admin_review",
  "closed",
  "declined",
  "expired",
  "canceled",
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const APPROVAL_STATUSES = ["draft", "pending_owner", "approved", "denied", "expired"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const BOOKING_PAYMENT_STATUSES = [
  "none",
  "awaiting_payment",
  "authorized",
  "charge_scheduled",
  "action_required",
  "captured",
  "partially_refunded",
  "refunded",
  "canceled",
  "failed",
  "disputed",
  "charged_back",
] as const;
export type BookingPaymentStatus = (typeof BOOKING_PAYMENT_STATUSES)[number];

export const REQUEST_STATUSES = ["submitted", "pending_owner", "approved", "denied", "expired", "cancelled"] as const;
type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Values of a request's own payment column, a subset of the booking's. */
export const REQUEST_PAYMENT_STATUSES = [
  "none",
  "awaiting_payment",
  "authorized",
  "captured",
  "canceled",
  "failed",
] as const;
type RequestPaymentStatus = (typeof REQUEST_PAYMENT_STATUSES)[number];

export const RENTAL_STATUSES = [
  "pending",
  "awaiting_pickup",
  "active",
  "overdue",
  "return_pending",
  "completed",
  "no_show",
  "lost",
  "canceled",
] as const;
export type RentalStatus = (typeof RENTAL_STATUSES)[number];

export const PAYOUT_STATUSES = [
  "not_started",
  "scheduled",
  "processing",
  "paid",
  "on_hold",
  "failed",
  "reversed",
  "canceled",
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const DEPOSIT_STATUSES = [
  "not_required",
  "pending",
  "action_required",
  "secured",
  "unsecured",
  "lapsed",
  "not_charged",
  "released",
  "partly_kept",
  "kept",
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** The owner and the renter have their parts of the deposit. */
export const isDepositSettled = (status: DepositStatus): boolean =>
  status === "released" || status === "partly_kept" || status === "kept";

/** The booking ended without a rental. */
export const UNFULFILLED_STATUSES = ["declined", "expired", "canceled"] as const satisfies readonly BookingStatus[];

/** No further transition is possible; payments may still be settling. */
export const TERMINAL_STATUSES = ["closed", ...UNFULFILLED_STATUSES] as const satisfies readonly BookingStatus[];

const isIn = (statuses: readonly BookingStatus[]) => (status: BookingStatus) => statuses.includes(status);
export const isUnfulfilled = isIn(UNFULFILLED_STATUSES);
export const isOver = isIn(TERMINAL_STATUSES);

/** From approval on, renter and owner see each other's address and shared phone number. Ends with a cancellation. */
export const areContactsShared = (status: BookingStatus): boolean => status !== "pending" && !isUnfulfilled(status);

/**
 * The request status for a booking status; after approval it stays "approved" unless the booking is canceled. The two
 * differ in spelling, and only this function maps them.
 */
export function requestStatusFor(status: BookingStatus, isShownToOwner: boolean): RequestStatus {
  if (status === "pending") return isShownToOwner ? "pending_owner" : "submitted";
  if (status === "declined") return "denied";
  if (status === "expired") return "expired";
  if (status === "canceled") return "cancelled";
  return "approved";
}

/** A request awaits payment again while a charge is outstanding. After a capture only the booking shows changes. */
export function requestPaymentStatusFor(paymentStatus: BookingPaymentStatus): RequestPaymentStatus {
  if (paymentStatus === "charge_scheduled" || paymentStatus === "action_required") return "awaiting_payment";
  const own = REQUEST_PAYMENT_STATUSES.find((status) => status === paymentStatus);
  return own ?? "captured";
}

/** Groups for listing bookings by progress. */
export const BOOKING_GROUPS = ["upcoming", "active", "past", "canceled"] as const;
export type BookingGroup = (typeof BOOKING_GROUPS)[number];

export const GROUP_OF_STATUS: Readonly<Record<BookingStatus, BookingGroup>> = {
  pending: "upcoming",
  approved: "upcoming",
  scheduled: "upcoming",
  in_possession: "active",
  return_submitted: "active",
  damaged_admin_review: "active",
  closed: "past",
  declined: "canceled",
  expired: "canceled",
  canceled: "canceled",
};
