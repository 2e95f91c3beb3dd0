import type { BookingStatus } from "@nexby/domain/bookings/booking-statuses";

const STAGES = ["Request", "Approved", "Confirmed", "With the renter", "Returned", "Completed"] as const;

const REACHED: Partial<Record<BookingStatus, number>> = {
  pending: 1,
  approved: 2,
  scheduled: 3,
  in_possession: 4,
  return_submitted: 5,
  damaged_admin_review: 5,
  closed: 6,
};

/** How far a rental has come; null for one that was called off. */
export function progressOf(
  status: BookingStatus,
): { stages: readonly string[]; reached: number; stage: string } | null {
  const reached = REACHED[status];
  const stage = reached && STAGES[reached - 1];
  return reached && stage ? { stages: STAGES, reached, stage } : null;
}
