import { canMarkAvailable } from "@nexby/domain/bookings/actions";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { releaseLostUnits } from "../../inventory/public.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import { followNextBookings } from "../lifecycle/next-bookings.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/** The owner found or replaced a lost item, so it can be booked again. */
export async function markUnitAvailable(context: StepContext, actor: RenterOrOwner): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  if (actor.role !== "owner" || !canMarkAvailable(snapshot)) throw new AppError("action_not_allowed");
  const { id: bookingId } = booking;
  await recordRentalEvent(tx, {
    bookingId,
    actorId: actor.id,
    eventType: "unit_available",
    metadata: { by: actor.role },
  });
  await releaseLostUnits(tx, bookingId, now);
  await followNextBookings(tx, booking);
  return refreshDerivedStatuses(tx, booking, {});
}
