import { PAYOUT_DELAY_MS } from "@nexby/domain/bookings/deadlines";
import type { Booking } from "../../../schema/bookings.ts";
import { endUnits } from "../../inventory/public.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { transitionBooking } from "./change-status.ts";
import { followNextBookings } from "./next-bookings.ts";

type ClosingDetails = { damageCents?: number; notes?: string };

/**
 * Closes a rental. The payout is due at once when the inspection period ran out, and after 48 hours when a person
 * closed it earlier.
 */
export async function closeBooking(
  { tx, booking, snapshot, now }: StepContext,
  actor: Actor,
  event: "close" | "resolve",
  { damageCents, notes }: ClosingDetails = {},
): Promise<Booking> {
  const delay = actor.role === "system" ? 0 : PAYOUT_DELAY_MS;
  const changes = {
    closedAt: now,
    payoutEligibleAt: new Date(now.getTime() + delay),
    ...(damageCents !== undefined && {
      damageCents,
      adminResolution: damageCents > 0 ? ("owner_favor" as const) : ("renter_favor" as const),
    }),
    ...(event === "close" && actor.role === "owner" && { returnCondition: "good" as const }),
    ...(event === "resolve" && notes !== undefined && { adminNotes: notes }),
    ...(booking.rentalStatus === "lost" && { rentalStatus: "lost" as const }),
  };
  const closed = await transitionBooking(tx, { booking, snapshot, now, event, actor, changes, notes });
  // A lost item stays unavailable until its owner says otherwise.
  if (!snapshot.isHeldUntilReturn) await endUnits(tx, booking.id, now);
  await followNextBookings(tx, booking);
  return closed;
}
