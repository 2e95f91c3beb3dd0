import type { Db } from "../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import { findBookingHold, updateHold } from "../inventory-holds.repository.ts";

/**
 * Keeps a booking's units until an instant, or for good (null). False when they were free in between and somebody else
 * has them now: the database judges a hold that has lapsed like a new one.
 */
export async function keepUnits(db: Db, bookingId: string, until: Date | null): Promise<boolean> {
  const hold = await findBookingHold(db, bookingId);
  if (!hold) return false;
  const kind = until === null ? "reservation" : "checkout";
  try {
    await db.transaction((tx) => updateHold(tx, hold.id, { kind, expiresAt: until, releasedAt: null }));
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    return false;
  }
  await publishAvailabilityChange(db, hold.listingId);
  return true;
}
