import type { Db } from "../../../platform/db/db.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import { releaseBookingHolds } from "../inventory-holds.repository.ts";

/** Gives back all that a booking has taken; nothing happens when it has nothing. */
export async function releaseUnits(db: Db, bookingId: string): Promise<void> {
  for (const listingId of await releaseBookingHolds(db, bookingId)) await publishAvailabilityChange(db, listingId);
}
