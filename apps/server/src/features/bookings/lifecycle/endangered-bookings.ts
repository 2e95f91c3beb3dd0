import { DAY } from "@nexby/domain/kernel/duration";
import { and, eq, inArray, isNotNull, lte, ne, or } from "drizzle-orm";
import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type Booking, bookings } from "../../../schema/bookings.ts";
import { queueBookingUpdate } from "../../payments/public.ts";
import { type StepContext, SYSTEM } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

/** A late return keeps its units for a day at a time, so later bookings are looked at again tomorrow. */
const AHEAD_MS = 2 * DAY;

/**
 * Has the item's next bookings checked: a late return may endanger them, and a return makes them safe again. Each is
 * checked by a job of its own, because locking two bookings at once can deadlock.
 */
export async function followNextBookings(tx: Db, { id, itemId }: Pick<Booking, "id" | "itemId">, now: Date) {
  const next = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.itemId, itemId),
        ne(bookings.id, id),
        inArray(bookings.status, ["approved", "scheduled"]),
        or(lte(bookings.startAt, new Date(now.getTime() + AHEAD_MS)), isNotNull(bookings.endangeredAt)),
      ),
    );
  for (const { id: bookingId } of next) await queueBookingUpdate(tx, bookingId);
}

/** Both sides are told at once and can cancel with a full refund. */
export async function markEndangered({ tx, booking, now }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_late", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: now });
}

export async function markSafe({ tx, booking }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_back", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: null });
}
