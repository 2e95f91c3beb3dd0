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

export const id = { type: "uuid", default: "gen_random_uuid()" };
export const reference = { type: "uuid" };
export const optionalText = { type: "text", nullable: true } as const;
export const textFrom = (value: string) => ({ type: "text", default: value });
export const yesNo = (value: boolean) => ({ type: "boolean", default: value });
export const instant = { type: "timestamp(3) with time zone" };
export const optionalInstant = { ...instant, nullable: true } as const;
export const whole = { type: "integer" };
export const wholeFrom = (value: number) => ({ type: "integer", default: value });
export const cents = (column: string) => ({ column, type: "integer" });
export const centsFrom0 = (column: string) => ({ column, type: "integer", default: 0 });
export const coordinate = { type: "double precision", nullable: true } as const;
export const rate = { type: "numeric(7,4)" };
export const price = { type: "jsonb" };

/** Bookings as left by checkout, but without their requests. */
export async function createBookings(db: Db) {
  const ownerId = await createUser(db, { id: OWNER });
  const people = { ownerId, renterId: await createUser(db), itemId: await createItem(db, { ownerId }) };
  for (const bookingId of [BOOKING, SECOND_BOOKING]) await createBooking(db, { id: bookingId, ...people });
  await db.execute(sql`delete from booking_requests`);
  return { booking_id: BOOKING, item_id: people.itemId, renter_id: people.renterId, owner_id: ownerId };
}
