import type { BookingStatus } from "./booking-statuses.ts";

/** How people look for their bookings: by how far they are. */
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
