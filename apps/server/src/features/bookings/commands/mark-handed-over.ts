import { refusalOfOwnerClaim } from "@nexby/domain/bookings/transitions";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { refusalMessage } from "../bookings.policy.ts";
import { insertConditionReport } from "../bookings.queries.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses, transitionBooking } from "../lifecycle/change-status.ts";
import { completePickup } from "../lifecycle/transitions.ts";
import type { Party } from "../run-booking-command.ts";

/** The renter's word counts at once. The owner's is written down, and counts when the renter has not objected. */
export async function markHandedOver(context: StepContext, party: Party, notes: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const told = notes === "" ? undefined : notes;
  if (party.role === "owner") return ownerHandsOver(context, party, told);
  const changes = { actualPickupAt: now, checkoutNotes: told ?? null };
  const move = { booking, snapshot, now, event: "hand_over", actor: party, changes, notes: told } as const;
  const handed = await transitionBooking(tx, move);
  await completePickup(context);
  await insertConditionReport(tx, {
    bookingId: booking.id,
    byRole: "renter",
    phase: "check_out",
    condition: "good",
    notes: told ?? null,
  });
  return handed;
}

async function ownerHandsOver({ tx, booking, snapshot, now }: StepContext, party: Party, notes: string | undefined) {
  const refusal = refusalOfOwnerClaim(snapshot, now);
  if (refusal !== null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: party.id,
    eventType: "owner_handed_over",
    notes: notes ?? null,
    metadata: { by: "owner" },
  });
  await insertConditionReport(tx, {
    bookingId: booking.id,
    byRole: "owner",
    phase: "check_out",
    condition: "good",
    notes: notes ?? null,
  });
  return refreshDerivedStatuses(tx, booking, { ownerHandedOverAt: now, handoverObjectedAt: null });
}

/** The renter does not have it: the owner's word alone does not count. */
export async function disputeHandoff(context: StepContext, party: Party, reason: string): Promise<Booking> {
  const { tx, booking, now } = context;
  const isTold = booking.ownerHandedOverAt !== null && booking.handoverObjectedAt === null;
  if (party.role !== "renter" || booking.status !== "scheduled" || !isTold) throw new AppError("action_not_allowed");
  const story = { bookingId: booking.id, actorId: party.id, eventType: "handover_objected", notes: reason };
  await recordRentalEvent(tx, { ...story, metadata: { by: "renter" } });
  return refreshDerivedStatuses(tx, booking, { ownerHandedOverAt: null, handoverObjectedAt: now });
}
