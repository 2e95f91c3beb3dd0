import type { Viewer } from "../../platform/auth/viewer.ts";
import { AppError } from "../../platform/errors/app-error.ts";
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

/** Whether a booking is somebody's own, known to them or not. */
export const isSideOf = ({ renterId, ownerId }: Pick<Booking, "renterId" | "ownerId">, personId: string): boolean =>
  personId === renterId || personId === ownerId;

/** Administrators decide about everybody's bookings but their own. */
export function assertNoSideOf(booking: Pick<Booking, "renterId" | "ownerId">, personId: string): void {
  if (isSideOf(booking, personId)) {
    throw new AppError("forbidden", "Somebody else has to decide about your own booking");
  }
}

/** How a person sees a booking; null when it is none of their business. */
export function viewOf(booking: Booking, viewer: Viewer): "renter" | "owner" | "admin" | null {
  if (isSideOf(booking, viewer.id)) return roleIn(booking, viewer.id);
  return viewer.isAdmin ? "admin" : null;
}
