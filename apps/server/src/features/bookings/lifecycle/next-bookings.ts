import { lostUnits } from "@nexby/domain/returns/returned-units";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { type Booking, bookings } from "../../../schema/bookings.ts";
import {
  endOverdueUnits,
  endSomeOverdueUnits,
  endSomeUnits,
  endUnits,
  holdMissingUnits,
} from "../../inventory/public.ts";
import { queueBookingUpdate } from "../../payments/public.ts";
import type { StepContext } from "./booking-state.ts";

/**
 * Has the item's next bookings checked: a late return may endanger them, and a return makes them safe again. Each is
 * checked by a job of its own, because locking two bookings at once can deadlock.
 */
export async function followNextBookings(tx: Db, { id, itemId }: Pick<Booking, "id" | "itemId">): Promise<void> {
  const next = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.itemId, itemId), ne(bookings.id, id), inArray(bookings.status, ["approved", "scheduled"])));
  for (const { id: bookingId } of next) await queueBookingUpdate(tx, bookingId);
}

type Returned = Pick<StepContext, "tx" | "booking" | "snapshot" | "now">;

/** Units aren't back, or are lost. */
export async function keepUnits({ tx, booking, snapshot, now }: Returned): Promise<void> {
  const { id: bookingId, itemId: listingId, renterId: renterUserId, endAt } = booking;
  const quantity = lostUnits(snapshot);
  await holdMissingUnits(tx, { bookingId, listingId, renterUserId, quantity, from: endAt < now ? endAt : now });
  await followNextBookings(tx, booking);
}

/** A return marked by the renter alone must not make the remaining paid days available to others. */
export async function endStay(context: Returned, { isConfirmedByOwner }: { isConfirmedByOwner: boolean }) {
  const { tx, booking, snapshot, now } = context;
  // A late return stays on record for the next booking, even if no job ran since the end.
  if (booking.endAt < now && !snapshot.isHeldUntilReturn) await keepUnits(context);
  await (isConfirmedByOwner ? endUnits : endOverdueUnits)(tx, booking.id, now);
  await followNextBookings(tx, booking);
}

type Part = { units: number; isConfirmedByOwner: boolean };

/** The same for some of the units. The others stay out. */
export async function endStayOfUnits(context: Returned, { units, isConfirmedByOwner }: Part): Promise<void> {
  const { tx, booking, snapshot, now } = context;
  if (booking.endAt < now && !snapshot.isHeldUntilReturn) await keepUnits(context);
  const end = isConfirmedByOwner ? endSomeUnits : endSomeOverdueUnits;
  await end(tx, { bookingId: booking.id, units, at: now });
  await followNextBookings(tx, booking);
}
