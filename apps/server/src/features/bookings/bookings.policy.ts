import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Booking } from "./bookings.repository.ts";

/** Which side a person is on; null for everybody else, and for an owner who was not asked yet. */
export function roleIn(
  { renterId, ownerId, approvalStatus, status }: Pick<Booking, "renterId" | "ownerId" | "approvalStatus" | "status">,
  personId: string,
): "renter" | "owner" | null {
  if (personId === renterId) return "renter";
  const isAsked = approvalStatus !== "draft" || status === "approved";
  return personId === ownerId && isAsked ? "owner" : null;
}

/** How a person sees a booking; null when it is none of their business. */
export const viewOf = (booking: Booking, viewer: Viewer): "renter" | "owner" | "admin" | null =>
  roleIn(booking, viewer.id) ?? (viewer.isAdmin ? "admin" : null);
