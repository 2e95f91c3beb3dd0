import type { BookingView } from "@nexby/contract/bookings/bookings";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";

import { isInDispute } from "./problems/disagreement.ts";
import { isLost } from "./problems/loss.ts";

type Chip = { label: string; look: "good" | "waiting" | "bad" | "plain" };

export type BookingState = Pick<
  BookingView,
  | "role"
  | "status"
  | "approvalStatus"
  | "paymentStatus"
  | "rentalStatus"
  | "depositStatus"
  | "nextStep"
  | "lateness"
  | "item"
>;

/** The booking's status from the viewer's point of view. */
export function chipOf(booking: BookingState): Chip {
  const { role, status, rentalStatus } = booking;
  switch (status) {
    case "pending":
      return pendingChip(booking);
    case "approved":
    case "scheduled":
      return approvedChip(booking);
    case "in_possession":
      if (rentalStatus === "overdue") return { label: "Overdue", look: "bad" };
      if (booking.lateness !== null && !booking.item.isFoodTruck) return { label: "Due now", look: "waiting" };
      return { label: role === "renter" ? "With you" : "With the renter", look: "good" };
    case "return_submitted":
      return { label: "Returned", look: "waiting" };
    case "damaged_admin_review":
      return isLost(booking) ? { label: "Not returned", look: "bad" } : { label: "Under review", look: "waiting" };
    case "closed":
      return { label: "Completed", look: "plain" };
    case "declined":
      return { label: "Declined", look: "bad" };
    case "expired":
      return { label: "Expired", look: "plain" };
    case "canceled":
      return { label: rentalStatus === "no_show" ? "No-show" : "Canceled", look: "bad" };
  }
}

function pendingChip({ role, approvalStatus, paymentStatus }: BookingState): Chip {
  if (approvalStatus === "pending_owner") {
    return { label: role === "owner" ? "Waiting for your reply" : "Waiting for the owner", look: "waiting" };
  }
  if (paymentStatus === "authorized") return { label: "Under review", look: "waiting" };
  return { label: "Not sent yet", look: "waiting" };
}

function approvedChip(booking: BookingState): Chip {
  if (booking.nextStep?.code === "admin_decision") return { label: "Under review", look: "waiting" };
  return paymentChip(booking) ?? { label: booking.status === "approved" ? "Approved" : "Confirmed", look: "good" };
}

/** A failed payment or deposit is shown instead of the approved status. */
function paymentChip({ paymentStatus, depositStatus }: BookingState): Chip | null {
  if (paymentStatus === "action_required" || paymentStatus === "failed")
    return { label: "Payment needed", look: "bad" };
  return depositStatus === "action_required" ? { label: "Deposit needed", look: "bad" } : null;
}

const STAGES: readonly string[] = ["Request", "Approved", "Confirmed", "With the renter", "Returned", "Completed"];

const REACHED: Partial<Record<BookingStatus, number>> = {
  pending: 1,
  approved: 2,
  scheduled: 3,
  in_possession: 4,
  return_submitted: 5,
  damaged_admin_review: 5,
  closed: 6,
};

/** Progress of a rental; null for a booking that ended early. */
export function progressOf(
  booking: Pick<BookingView, "status" | "rentalStatus" | "nextStep">,
): { stages: readonly string[]; reached: number; stage: string } | null {
  // A normal course would be a lie while both disagree about it.
  if (isInDispute(booking)) return null;
  const reached = REACHED[booking.status];
  const stages = isLost(booking) ? STAGES.with(4, "Not returned") : STAGES;
  const stage = reached && stages[reached - 1];
  return reached && stage ? { stages, reached, stage } : null;
}
