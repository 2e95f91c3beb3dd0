import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Booking } from "./bookings.repository.ts";

type Sides = Pick<Booking, "renterId" | "ownerId" | "ownerDecisionDeadline">;

/** Until a request was shown to its owner, they know nothing of it; also when it came to nothing. */
export const isKnownToOwner = ({ ownerDecisionDeadline }: Pick<Booking, "ownerDecisionDeadline">): boolean =>
  ownerDecisionDeadline !== null;

/** Which side a person is on; null for everybody else. */
export function roleIn(booking: Sides, personId: string): "renter" | "owner" | null {
  if (personId === booking.renterId) return "renter";
  return personId === booking.ownerId && isKnownToOwner(booking) ? "owner" : null;
}

/** How a person sees a booking; null when it is none of their business. */
export const viewOf = (booking: Booking, viewer: Viewer): "renter" | "owner" | "admin" | null =>
  roleIn(booking, viewer.id) ?? (viewer.isAdmin ? "admin" : null);
