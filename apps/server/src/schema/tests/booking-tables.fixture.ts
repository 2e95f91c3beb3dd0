import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { createBooking } from "../../testing/bookings/booking-rows.ts";
import { createItem, createUser } from "../../testing/factories.ts";

export const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
export const ID = "0190a0a0-0000-7000-8000-000000000001";
export const OTHER = "0190a0a0-0000-7000-8000-000000000002";
export const OWNER = "0190a0a0-0000-7000-8000-000000000003";
/** The second booking has no related rows yet. */
export const BOOKING = "0190a0a0-0000-7000-8000-000000000004";
export const SECOND_BOOKING = "0190a0a0-0000-7000-8000-000000000005";

/** Bookings as left by checkout, but without their requests. */
export async function createBookings(db: Db) {
  const ownerId = await createUser(db, { id: OWNER });
  const people = { ownerId, renterId: await createUser(db), itemId: await createItem(db, { ownerId }) };
  for (const bookingId of [BOOKING, SECOND_BOOKING]) await createBooking(db, { id: bookingId, ...people });
  await db.execute(sql`delete from booking_requests`);
  return { booking_id: BOOKING, item_id: people.itemId, renter_id: people.renterId, owner_id: ownerId };
}
