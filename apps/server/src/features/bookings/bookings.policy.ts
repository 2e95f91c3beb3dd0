import { areContactsShared } from "@nexby/domain/bookings/statuses";
import type { BookingRefusal } from "@nexby/domain/bookings/transitions";
import type { Viewer } from "../../platform/auth.ts";
import { AppError } from "../../platform/errors.ts";
import type { Booking } from "../../schema/bookings.ts";

type Participants = Pick<Booking, "renterId" | "ownerId" | "ownerDecisionDeadline">;

/** Owners never learn of requests that weren't sent to them, even after those expire. */
export const isKnownToOwner = ({ ownerDecisionDeadline }: Pick<Booking, "ownerDecisionDeadline">): boolean =>
  ownerDecisionDeadline !== null;

/** Null for everyone except the renter and an owner who knows of the booking. */
export function roleIn(booking: Participants, personId: string): "renter" | "owner" | null {
  if (personId === booking.renterId) return "renter";
  return personId === booking.ownerId && isKnownToOwner(booking) ? "owner" : null;
}

/** True for the owner even before they know of the booking. */
export const isRenterOrOwnerOf = (
  { renterId, ownerId }: Pick<Booking, "renterId" | "ownerId">,
  personId: string,
): boolean => personId === renterId || personId === ownerId;

/** Admins can't decide on bookings in which they are the renter or the owner. */
export function assertNotInvolved(booking: Pick<Booking, "renterId" | "ownerId">, personId: string): void {
  if (isRenterOrOwnerOf(booking, personId)) {
    throw new AppError("forbidden", "Somebody else has to decide about your own booking");
  }
}

/** Null when the viewer may not see the booking. Admins involved in a booking see it as its renter or owner. */
export function viewOf(booking: Booking, viewer: Viewer): "renter" | "owner" | "admin" | null {
  if (isRenterOrOwnerOf(booking, viewer.id)) return roleIn(booking, viewer.id);
  return viewer.isAdmin ? "admin" : null;
}

/** The one threshold for the other person's address and phone number. Admins see neither. */
export const isContactShown = ({
  role,
  booking,
}: {
  role: "renter" | "owner" | "admin";
  booking: Pick<Booking, "status">;
}): boolean => role !== "admin" && areContactsShared(booking.status);

const MESSAGES: Record<BookingRefusal, string> = {
  not_from_here: "The booking has moved on. This cannot be done any more",
  not_yours: "This is not yours to do",
  in_review: "The request is still being looked at",
  not_authorized: "The card is not authorized",
  too_late: "It is too late for this",
  too_early: "It is too early for this",
  payment_missing: "The rental has not been paid yet",
  payment_disputed: "The renter's bank is disputing the payment. The item can't be handed over until that is settled",
  pickup_open: "The time of pickup is not agreed yet",
  agreement_unsigned: "The agreement is not signed yet",
  deposit_missing: "The deposit is not held yet",
  claim_open: "A claim is still open",
  handover_told:
    "The owner says that it was handed over, so you cannot call it off alone. If it was not, say so, or report that nobody came",
  no_show_told: "The renter reported that you did not come. If you did, say so there, and an administrator decides",
};

export const refusalMessage = (refusal: BookingRefusal | null): string | undefined =>
  refusal ? MESSAGES[refusal] : undefined;
