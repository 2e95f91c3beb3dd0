import { AppError } from "../../../platform/errors/app-error.ts";
import { type Booking, findPickup, updatePickup } from "../bookings.repository.ts";
import type { Actor } from "./actors.ts";
import { followBooking } from "./move-booking-status.ts";
import type { StepContext } from "./step-context.ts";

/** The proposed time is agreed, by one of the two or by the silence of both. */
export async function confirmPickupOf({ tx, booking, now }: StepContext, actor: Actor): Promise<Booking> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status !== "proposed") throw new AppError("action_not_allowed");
  const { proposedDateTime } = pickup;
  await updatePickup(tx, pickup.id, {
    status: "confirmed",
    confirmedDateTime: proposedDateTime,
    confirmedAt: now,
    confirmedBy: actor.id,
  });
  const scheduledReturnAt = booking.requestedDropoffAt ?? booking.endAt;
  return followBooking(tx, booking, { scheduledPickupAt: proposedDateTime, scheduledReturnAt });
}

/** They have met. */
export async function completePickup({ tx, booking }: StepContext): Promise<void> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status === "confirmed") await updatePickup(tx, pickup.id, { status: "completed" });
}
