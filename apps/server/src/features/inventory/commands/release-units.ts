import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  endBookingHolds,
  markExpiredHoldsReleased,
  markHoldReleased,
  publishAvailabilityChange,
  releaseBookingHolds,
  releaseOwnHolds,
  removeExternalCalendars,
} from "../holds.queries.ts";

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

/** Gives back all that a booking has taken; nothing happens when it has nothing. */
export async function endUnitHolds(db: Db, bookingId: string): Promise<void> {
  for (const listingId of await releaseBookingHolds(db, bookingId)) await publishAvailabilityChange(db, listingId);
}

/** Gives the units back at once. */
export async function releaseHold(db: Db, holdId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const listingId = await markHoldReleased(tx, holdId);
    if (listingId === null) throw new AppError("not_found", "Hold not found");
    await publishAvailabilityChange(tx, listingId);
  });
}

/** Ends what an owner put into the calendar of an item that is no more. What others count on was asked for before. */
export async function closeItemCalendar(db: Db, itemId: string): Promise<void> {
  await releaseOwnHolds(db, itemId);
  await removeExternalCalendars(db, itemId);
  await publishAvailabilityChange(db, itemId);
}

const BATCH = 500;

/** Marks lapsed holds as released, in batches short enough not to stand in anybody's way. */
export async function sweepExpiredHolds(db: Db): Promise<void> {
  while ((await markExpiredHoldsReleased(db, BATCH)) === BATCH);
}
