import type { Cancellation } from "@nexby/domain/bookings/cancellation";
import { absentBy } from "@nexby/domain/bookings/no-show";
import { isCharged } from "@nexby/domain/bookings/system-steps";
import type { Booking } from "../bookings.repository.ts";
import type { Actor } from "./actors.ts";
import { decideCancellation } from "./cancellation-decision.ts";
import { letUnitsGo } from "./let-go.ts";
import { moveBookingStatus } from "./move-booking-status.ts";
import { reviewOwner } from "./review-owner.ts";
import type { StepContext } from "./step-context.ts";

const PAYOUT_DELAY_MS = 48 * 3_600_000;
const A_MOMENT_MS = 1;

type CallingOff = {
  actor: Actor;
  /** By whose rules. */
  as: Cancellation["by"];
  reason: string;
  /** Reckoned as if it were the last moment before the start, when it is later. */
  isBeforeStart?: boolean;
};

/** Calls a booking off. What comes back is decided here once; the money follows it, however far it had come. */
export async function callOff(
  context: StepContext,
  { actor, as, reason, isBeforeStart }: CallingOff,
): Promise<Booking> {
  const { tx, booking, life, now } = context;
  const lastMoment = new Date(booking.startAt.getTime() - A_MOMENT_MS);
  const cancelledAt = isBeforeStart && now > lastMoment ? lastMoment : now;
  const { ownerKeepsCents, ...cancellation } = await decideCancellation(tx, booking, {
    by: as,
    cancelledAt,
    isCharged: isCharged(life),
  });
  await letUnitsGo(context);
  const absentParty = absentBy(as);
  const canceled = await moveBookingStatus(tx, {
    booking,
    life,
    now,
    event: "cancel",
    actor,
    notes: reason,
    changes: {
      canceledAt: now,
      canceledBy: actor.role,
      cancelReason: reason === "" ? null : reason,
      cancellation,
      absentParty,
      rentalStatus: absentParty === null ? "canceled" : "no_show",
      payoutEligibleAt: ownerKeepsCents > 0 ? new Date(now.getTime() + PAYOUT_DELAY_MS) : null,
    },
  });
  const isOwners = actor.role === "owner" || absentParty === "owner";
  if (isOwners && booking.approvedAt !== null) await reviewOwner(tx, canceled);
  return canceled;
}
