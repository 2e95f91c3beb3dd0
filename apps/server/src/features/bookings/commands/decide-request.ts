import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { releaseUnits } from "../lifecycle/cancellation.ts";
import { transitionBooking } from "../lifecycle/change-status.ts";
import { approval } from "../lifecycle/transitions.ts";
import type { Party } from "../run-booking-command.ts";

export const approveBooking = (context: StepContext, party: Party, message: string): Promise<Booking> =>
  approval(context, party, message);

export async function declineBooking(context: StepContext, party: Party, reason: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const changes = { declinedAt: now, declineReason: reason };
  const declined = await transitionBooking(tx, {
    booking,
    snapshot,
    now,
    event: "decline",
    actor: party,
    changes,
    notes: reason,
  });
  await releaseUnits(context);
  return declined;
}
