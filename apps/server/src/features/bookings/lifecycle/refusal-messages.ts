import type { BookingRefusal } from "@nexby/domain/bookings/booking-guards";

const MESSAGES: Record<BookingRefusal, string> = {
  not_from_here: "The booking has moved on. This cannot be done any more",
  not_yours: "This is not yours to do",
  in_review: "The request is still being looked at",
  not_authorized: "The card is not authorized",
  too_late: "It is too late for this",
  too_early: "It is too early for this",
  payment_missing: "The rental has not been paid yet",
  pickup_open: "The time of pickup is not agreed yet",
  agreement_unsigned: "The agreement is not signed yet",
  deposit_missing: "The deposit is not held yet",
  claim_open: "A claim is still open",
  handover_told:
    "The owner says that it was handed over, so you cannot call it off alone. If it was not, say so, or report that nobody came",
  no_show_told: "The renter reported that you did not come. If you did, say so there, and an administrator decides",
};

/** Why a booking may not go this way, in words. */
export const refusalMessage = (refusal: BookingRefusal | null): string | undefined =>
  refusal ? MESSAGES[refusal] : undefined;
