import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { findHandoffMark } from "../bookings.queries.ts";
import { renewDeposit } from "../lifecycle/booking-payments.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { cancelWithRefund } from "../lifecycle/cancellation.ts";
import { transitionBooking } from "../lifecycle/change-status.ts";
import { completePlan } from "../lifecycle/planned-times.ts";

type Decision = { adminId: string; reason: string };

/**
 * An admin finds that the item was handed over. The rental runs since the owner marked it, so a late return, a loss and
 * damage cost what they always cost, and the deposit is there for them.
 */
export async function upholdHandoff(context: StepContext, { adminId, reason }: Decision): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const markedAt = await findHandoffMark(tx, booking.id);
  if (!markedAt) throw new AppError("action_not_allowed");
  const actor = { role: "admin", id: adminId } as const;
  const changes = { actualPickupAt: markedAt, ownerHandedOverAt: markedAt };
  const transition = { booking, snapshot, now, event: "uphold_handoff", actor, changes, notes: reason } as const;
  const upheld = await transitionBooking(tx, transition);
  await completePlan(context, "pickup");
  const isDepositMissing = booking.depositCents > 0 && !snapshot.isDepositSecured && !snapshot.deposit?.isBusy;
  return isDepositMissing ? renewDeposit({ ...context, booking: upheld }) : upheld;
}

/** An admin finds that the renter never got the item. They get everything back, and it is on nobody's record. */
export const rejectHandoff = (context: StepContext, { adminId, reason }: Decision): Promise<Booking> =>
  cancelWithRefund(context, { actor: { role: "admin", id: adminId }, as: "admin", reason, event: "reject_handoff" });
