import type { Db } from "../../../platform/db/db.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import { endBookingHolds } from "../inventory-holds.repository.ts";

/** The owner has it back: after its turnaround it can be given to the next. */
export async function endUnits(db: Db, bookingId: string, at: Date): Promise<void> {
  await publishFor(db, await endBookingHolds(db, { bookingId, at }, ["reservation", "overdue"]));
}

/** The renter says that it is back: it is late no longer, but the days they have taken stay theirs. */
export async function endOverdueUnits(db: Db, bookingId: string, at: Date): Promise<void> {
  await publishFor(db, await endBookingHolds(db, { bookingId, at }, ["overdue"]));
}

async function publishFor(db: Db, listingIds: readonly string[]): Promise<void> {
  for (const listingId of listingIds) await publishAvailabilityChange(db, listingId);
}
