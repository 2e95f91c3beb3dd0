import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import { markHoldReleased } from "../inventory-holds.repository.ts";

/** Gives the units back at once. */
export async function releaseHold(db: Db, holdId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const listingId = await markHoldReleased(tx, holdId);
    if (listingId === null) throw new AppError("not_found", "Hold not found");
    await publishAvailabilityChange(tx, listingId);
  });
}
