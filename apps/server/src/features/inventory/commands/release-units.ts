import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import type { HoldKind } from "../../../schema/inventory.ts";
import {
  endBookingHolds,
  findOverdueHold,
  markExpiredHoldsReleased,
  publishAvailabilityChange,
  recordEndedHold,
  releaseBookingHolds,
  releaseOwnHolds,
  removeExternalCalendars,
  selectHoldsOfBookings,
  selectLostUnits,
  updateHold,
} from "../holds.queries.ts";

/** The owner has the item back: it becomes available after its turnaround. */
export async function endUnits(db: Db, bookingId: string, at: Date): Promise<void> {
  await publishFor(db, await endBookingHolds(db, { bookingId, at }, ["reservation", "overdue"]));
}

/** The renter marked the item as returned: it is no longer late, but the booked days stay held. */
export async function endOverdueUnits(db: Db, bookingId: string, at: Date): Promise<void> {
  await publishFor(db, await endBookingHolds(db, { bookingId, at }, ["overdue"]));
}

type ReturnedUnits = { bookingId: string; units: number; at: Date };

/** Some of a booking's units are back. They keep a hold until then, and become available after the turnaround. */
export const endSomeUnits = (db: Db, returned: ReturnedUnits): Promise<void> =>
  endPartOfHolds(db, returned, ["reservation", "overdue"]);

/** The renter marked some units as returned: they are no longer late, but their booked days stay held. */
export const endSomeOverdueUnits = (db: Db, returned: ReturnedUnits): Promise<void> =>
  endPartOfHolds(db, returned, ["overdue"]);

/** The owner confirmed units that the renter had marked as returned: their booked days are over. */
export const endSomeBookedUnits = (db: Db, returned: ReturnedUnits): Promise<void> =>
  endPartOfHolds(db, returned, ["reservation"]);

async function endPartOfHolds(db: Db, { bookingId, units, at }: ReturnedUnits, kinds: readonly HoldKind[]) {
  const holds = await selectHoldsOfBookings(db, sql.param([bookingId]));
  for (const hold of holds) {
    const isLive = hold.releasedAt === null && hold.expiresAt === null && (hold.endTime === null || hold.endTime > at);
    if (!isLive || !kinds.includes(hold.kind)) continue;
    await updateHold(db, hold.id, { quantity: hold.quantity - units });
    if (hold.startTime < at) await recordEndedHold(db, { ...hold, quantity: units, endTime: at });
    await publishAvailabilityChange(db, hold.listingId);
  }
}

async function publishFor(db: Db, listingIds: readonly string[]): Promise<void> {
  for (const listingId of listingIds) await publishAvailabilityChange(db, listingId);
}

/** Releases all holds of a booking; does nothing if there are none. */
export async function endUnitHolds(db: Db, bookingId: string): Promise<void> {
  for (const listingId of await releaseBookingHolds(db, bookingId)) await publishAvailabilityChange(db, listingId);
}

/** Releases the owner's own holds of a deleted item. The caller has checked that there are no renter holds. */
export async function closeItemCalendar(db: Db, itemId: string): Promise<void> {
  await releaseOwnHolds(db, itemId);
  await removeExternalCalendars(db, itemId);
  await publishAvailabilityChange(db, itemId);
}

/** The owner has a lost item back or replaced it: it can be rented out at once. */
export async function releaseLostUnits(db: Db, bookingId: string, at: Date): Promise<void> {
  const hold = await findOverdueHold(db, bookingId);
  if (!hold) return;
  await updateHold(db, hold.id, { endTime: at, releasedAt: at });
  await publishAvailabilityChange(db, hold.listingId);
}

/** An owner who lists fewer units gives up lost ones first. The caller has locked the item. */
export async function writeOffLostUnits(db: Db, itemId: string, quantity: number): Promise<void> {
  let left = quantity;
  for (const hold of await selectLostUnits(db, itemId)) {
    const given = Math.min(left, hold.quantity);
    if (given === 0) return;
    left -= given;
    if (given === hold.quantity) await updateHold(db, hold.id, { endTime: sql`app_now()`, releasedAt: sql`app_now()` });
    else await updateHold(db, hold.id, { quantity: hold.quantity - given });
  }
}

const BATCH = 500;

/** Marks expired holds as released, in batches that lock only briefly. */
export async function releaseExpiredHolds(db: Db): Promise<void> {
  while ((await markExpiredHoldsReleased(db, BATCH)) === BATCH);
}
