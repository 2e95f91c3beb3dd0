import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { type StepContext, SYSTEM } from "./booking-state.ts";
import { cancelWithRefund, LATE_ITEM } from "./cancellation.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

/** Notifies both sides immediately. They can cancel with a full refund. */
export async function markEndangered({ tx, booking, now }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_late", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: now });
}

export async function markSafe({ tx, booking }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_back", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: null });
}

/** The renter gets everything back, and the cancellation is on nobody's record. */
export const cancelForMissingItem = (context: StepContext): Promise<Booking> =>
  cancelWithRefund(context, { actor: SYSTEM, as: "admin", reason: LATE_ITEM, event: "cancel_for_missing_item" });
