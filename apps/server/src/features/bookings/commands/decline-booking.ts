import { assertNoContacts } from "../../../platform/no-contacts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { releaseUnits } from "../lifecycle/cancellation.ts";
import { transitionBooking } from "../lifecycle/change-status.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

export async function declineBooking(context: StepContext, actor: RenterOrOwner, reason: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  assertNoContacts({ reason });
  const changes = { declinedAt: now, declineReason: reason };
  const declined = await transitionBooking(tx, {
    booking,
    snapshot,
    now,
    event: "decline",
    actor,
    changes,
    notes: reason,
  });
  await releaseUnits(context);
  return declined;
}
