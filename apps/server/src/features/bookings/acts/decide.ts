import type { Booking } from "../bookings.repository.ts";
import { approval } from "../lifecycle/approval.ts";
import { letUnitsGo } from "../lifecycle/let-go.ts";
import { moveBookingStatus } from "../lifecycle/move-booking-status.ts";
import type { StepContext } from "../lifecycle/step-context.ts";
import type { Party } from "./act-on-booking.ts";

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
