import { canReportNoShow } from "@nexby/domain/bookings/booking-actions";
import { AppError } from "../../../platform/errors/app-error.ts";
import { recordRentalEvent } from "../../../platform/history/record-transition.ts";
import type { Booking } from "../bookings.repository.ts";
import { followBooking } from "../lifecycle/move-booking-status.ts";
import type { StepContext } from "../lifecycle/step-context.ts";
import type { Party } from "./act-on-booking.ts";

type Report = { isDeliveryAttempted: boolean };

/** The other side did not come. They have half a day to say otherwise, then it is so. */
export async function reportNoShow(
  { tx, booking, life, now }: StepContext,
  party: Party,
  { isDeliveryAttempted }: Report,
): Promise<Booking> {
  if (!canReportNoShow(life, now)) throw new AppError("action_not_allowed");
  if (isDeliveryAttempted && (party.role !== "owner" || booking.exchangeType !== "delivery")) {
    const message = "Only an owner who delivers can have stood at the door";
    throw new AppError("validation_failed", message, { details: [{ field: "isDeliveryAttempted", message }] });
  }
  const story = { bookingId: booking.id, actorId: party.id, eventType: "no_show_reported" };
  await recordRentalEvent(tx, { ...story, metadata: { by: party.role } });
  return followBooking(tx, booking, { noShowReportedBy: party.role, noShowReportedAt: now, isDeliveryAttempted });
}

export async function contestNoShow({ tx, booking, now }: StepContext, party: Party, reason: string): Promise<Booking> {
  const isTheirs = booking.noShowReportedBy !== null && booking.noShowReportedBy !== party.role;
  const isOpen = booking.noShowContestedAt === null && ["approved", "scheduled"].includes(booking.status);
  if (!isTheirs || !isOpen) throw new AppError("action_not_allowed");
  const story = { bookingId: booking.id, actorId: party.id, eventType: "no_show_contested", notes: reason };
  await recordRentalEvent(tx, { ...story, metadata: { by: party.role } });
  return followBooking(tx, booking, { noShowContestedAt: now });
}
