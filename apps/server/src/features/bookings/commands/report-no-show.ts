import { canReportNoShow } from "@nexby/domain/bookings/actions";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import type { Party } from "../run-booking-command.ts";

type Report = { isDeliveryAttempted: boolean };

/** The other side did not come. They have half a day to say otherwise, then it is so. */
export async function reportNoShow(
  { tx, booking, snapshot, now }: StepContext,
  party: Party,
  { isDeliveryAttempted }: Report,
): Promise<Booking> {
  if (!canReportNoShow(snapshot, now)) throw new AppError("action_not_allowed");
  if (isDeliveryAttempted && (party.role !== "owner" || booking.exchangeType !== "delivery")) {
    const message = "Only an owner who delivers can have stood at the door";
    throw new AppError("validation_failed", message, { details: [{ field: "isDeliveryAttempted", message }] });
  }
  const story = { bookingId: booking.id, actorId: party.id, eventType: "no_show_reported" };
  await recordRentalEvent(tx, { ...story, metadata: { by: party.role } });
  return refreshDerivedStatuses(tx, booking, {
    noShowReportedBy: party.role,
    noShowReportedAt: now,
    isDeliveryAttempted,
  });
}

export async function contestNoShow({ tx, booking, now }: StepContext, party: Party, reason: string): Promise<Booking> {
  const isTheirs = booking.noShowReportedBy !== null && booking.noShowReportedBy !== party.role;
  const isOpen = booking.noShowContestedAt === null && ["approved", "scheduled"].includes(booking.status);
  if (!isTheirs || !isOpen) throw new AppError("action_not_allowed");
  const story = { bookingId: booking.id, actorId: party.id, eventType: "no_show_contested", notes: reason };
  await recordRentalEvent(tx, { ...story, metadata: { by: party.role } });
  return refreshDerivedStatuses(tx, booking, { noShowContestedAt: now });
}
