import { endUnits } from "../../inventory/public.ts";
import type { Booking } from "../bookings.repository.ts";
import type { Actor } from "./actors.ts";
import { moveBookingStatus } from "./move-booking-status.ts";
import type { StepContext } from "./step-context.ts";

const PAYOUT_DELAY_MS = 48 * 3_600_000;

type Ending = { damageCents?: number; notes?: string };

/**
 * The end of a rental. Who waited for the owner's inspection has waited long enough: after it the owner is paid at once,
 * after an earlier word two days later.
 */
export async function closing(
  { tx, booking, life, now }: StepContext,
  actor: Actor,
  event: "close" | "resolve",
  { damageCents, notes }: Ending = {},
): Promise<Booking> {
  const delay = actor.role === "system" ? 0 : PAYOUT_DELAY_MS;
  const changes = {
    closedAt: now,
    payoutEligibleAt: new Date(now.getTime() + delay),
    ...(damageCents !== undefined && {
      damageCents,
      adminResolution: damageCents > 0 ? "owner_favor" : "renter_favor",
    }),
    ...(event === "resolve" && notes !== undefined && { adminNotes: notes }),
    ...(booking.rentalStatus === "lost" && { rentalStatus: "lost" as const }),
  };
  const closed = await moveBookingStatus(tx, { booking, life, now, event, actor, changes, notes });
  await endUnits(tx, booking.id, now);
  return closed;
}
