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

const APPROVAL_STATUSES = ["draft", "pending_owner", "approved", "denied", "expired"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

const BOOKING_PAYMENT_STATUSES = [
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

const REQUEST_STATUSES = ["submitted", "pending_owner", "approved", "denied", "expired", "cancelled"] as const;
type RequestStatus = (typeof REQUEST_STATUSES)[number];

const TERMINAL: ReadonlySet<BookingStatus> = new Set(["closed", "declined", "expired", "canceled"]);

/** Nothing moves it any more; money may still be on its way. */
export const isOver = (status: BookingStatus): boolean => TERMINAL.has(status);

/**
 * What a request says while its booking is so far. After the owner's yes it is frozen, unless the booking is called off.
 * The two spell some words differently, and only here.
 */
export function requestStatusFor(status: BookingStatus, isShownToOwner: boolean): RequestStatus {
  if (status === "pending") return isShownToOwner ? "pending_owner" : "submitted";
  if (status === "declined") return "denied";
  if (status === "expired") return "expired";
  if (status === "canceled") return "cancelled";
  return "approved";
}
