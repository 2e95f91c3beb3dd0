import { refusalOfOwnerClaim } from "@nexby/domain/bookings/transitions";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { refusalMessage } from "../bookings.policy.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses, transitionBooking } from "../lifecycle/change-status.ts";
import { completePlan } from "../lifecycle/planned-times.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/**
 * The rental starts at once when the renter confirms, which takes a photo in their condition report or the handoff code.
 * The owner's mark only starts it after the dispute period.
 */
export async function markHandedOver(context: StepContext, actor: RenterOrOwner, notes: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const savedNotes = notes === "" ? undefined : notes;
  if (actor.role === "owner") return ownerHandsOver(context, actor, savedNotes);
  const changes = { actualPickupAt: now, checkoutNotes: savedNotes ?? null };
  const transition = { booking, snapshot, now, event: "hand_over", actor, changes, notes: savedNotes } as const;
  const handedOver = await transitionBooking(tx, transition);
  await completePlan(context, "pickup");
  return handedOver;
}

async function ownerHandsOver(
  { tx, booking, snapshot, now }: StepContext,
  actor: RenterOrOwner,
  notes: string | undefined,
) {
  const refusal = refusalOfOwnerClaim(snapshot, now);
  if (refusal !== null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: actor.id,
    eventType: "owner_handed_over",
    notes: notes ?? null,
    metadata: { by: "owner" },
  });
  return refreshDerivedStatuses(tx, booking, { ownerHandedOverAt: now, handoverObjectedAt: null });
}

/** Withdraws the owner's mark, so the rental doesn't start automatically. */
export async function disputeHandoff(context: StepContext, actor: RenterOrOwner, reason: string): Promise<Booking> {
  const { tx, booking, now } = context;
  const isMarkedByOwner = booking.ownerHandedOverAt !== null && booking.handoverObjectedAt === null;
  if (actor.role !== "renter" || booking.status !== "scheduled" || !isMarkedByOwner)
    throw new AppError("action_not_allowed");
  const metadata = { by: "renter" };
  const rentalEvent = { bookingId: booking.id, actorId: actor.id, notes: reason, metadata };
  await recordRentalEvent(tx, { ...rentalEvent, eventType: "handover_objected" });
  return refreshDerivedStatuses(tx, booking, { ownerHandedOverAt: null, handoverObjectedAt: now });
}
