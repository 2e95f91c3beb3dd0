import { canReportNoShow } from "@nexby/domain/bookings/actions";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

type Report = { isDeliveryAttempted: boolean };

/** The reported person has 12 hours to contest. After that the booking is canceled as a no-show. */
export async function reportNoShow(
  { tx, booking, snapshot, now }: StepContext,
  actor: RenterOrOwner,
  { isDeliveryAttempted }: Report,
): Promise<Booking> {
  if (!canReportNoShow(snapshot, now)) throw new AppError("action_not_allowed");
  if (isDeliveryAttempted && (actor.role !== "owner" || booking.exchangeType !== "delivery")) {
    throw fieldError("isDeliveryAttempted", "Only an owner who delivers can report a delivery attempt");
  }
  const rentalEvent = { bookingId: booking.id, actorId: actor.id, eventType: "no_show_reported" } as const;
  await recordRentalEvent(tx, { ...rentalEvent, metadata: { by: actor.role } });
  return refreshDerivedStatuses(tx, booking, {
    noShowReportedBy: actor.role,
    noShowReportedAt: now,
    isDeliveryAttempted,
  });
}

export async function contestNoShow(
  { tx, booking, now }: StepContext,
  actor: RenterOrOwner,
  reason: string,
): Promise<Booking> {
  const isAgainstActor = booking.noShowReportedBy !== null && booking.noShowReportedBy !== actor.role;
  const isOpen = booking.noShowContestedAt === null && ["approved", "scheduled"].includes(booking.status);
  if (!isAgainstActor || !isOpen) throw new AppError("action_not_allowed");
  const rentalEvent = {
    bookingId: booking.id,
    actorId: actor.id,
    eventType: "no_show_contested",
    notes: reason,
  } as const;
  await recordRentalEvent(tx, { ...rentalEvent, metadata: { by: actor.role } });
  return refreshDerivedStatuses(tx, booking, { noShowContestedAt: now });
}
