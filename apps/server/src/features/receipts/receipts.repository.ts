import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../bookings/public.ts";

export type Rental = { timezone: string; startAt: Date; endAt: Date };

/** When a rental was agreed to be, told by the clock of its place; null when there is no such booking. */
export async function findRental(db: Db, bookingId: string): Promise<Rental | null> {
  const [rental] = await db
    .select({ timezone: bookings.timezone, startAt: bookings.startAt, endAt: bookings.endAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return rental ?? null;
}
