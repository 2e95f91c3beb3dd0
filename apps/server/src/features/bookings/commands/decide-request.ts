import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { letUnitsGo } from "../lifecycle/cancellation.ts";
import { moveBookingStatus } from "../lifecycle/change-status.ts";
import { approval } from "../lifecycle/transitions.ts";
import type { Party } from "../run-booking-command.ts";

export const approve = (context: StepContext, party: Party, message: string): Promise<Booking> =>
  approval(context, party, message);

export async function decline(context: StepContext, party: Party, reason: string): Promise<Booking> {
  const { tx, booking, life, now } = context;
  const changes = { declinedAt: now, declineReason: reason };
  const declined = await moveBookingStatus(tx, {
    booking,
    life,
    now,
    event: "decline",
    actor: party,
    changes,
    notes: reason,
  });
  await letUnitsGo(context);
  return declined;
}
