import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/** Withdraws the owner's mark, so the rental doesn't start automatically. */
export async function disputeHandoff(context: StepContext, actor: RenterOrOwner, reason: string): Promise<Booking> {
  const { tx, booking, now } = context;
  const isMarkedByOwner = booking.ownerHandedOverAt !== null && booking.handoverObjectedAt === null;
  if (actor.role !== "renter" || booking.status !== "scheduled" || !isMarkedByOwner)
    throw new AppError("action_not_allowed");
  const metadata = { by: "renter" };
  const rentalEvent = { bookingId: booking.id, actorId: actor.id, notes: reason, metadata };
  await recordRentalEvent(tx, { ...rentalEvent, eventType: "handover_objected" });
  return refreshDerivedStatuses(tx, booking, { ownerHandedOverAt: null, handoverObjectedAt: now });
}
