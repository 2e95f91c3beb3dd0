import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { inventoryHolds } from "../inventory/public.ts";
import { items } from "../listings/public.ts";

export type Rental = { title: string; timezone: string; startAt: Date; endAt: Date };

/** What was rented and when; null when nothing was taken for the booking. */
export async function findRental(db: Db, bookingId: string): Promise<Rental | null> {
  const [rental] = await db
    .select({
      title: items.title,
      timezone: items.timezone,
      startAt: inventoryHolds.startTime,
      endAt: inventoryHolds.endTime,
    })
    .from(inventoryHolds)
    .innerJoin(items, eq(items.id, inventoryHolds.listingId))
    .where(and(eq(inventoryHolds.bookingId, bookingId), inArray(inventoryHolds.kind, ["checkout", "reservation"])))
    .orderBy(asc(inventoryHolds.createdAt), asc(inventoryHolds.id))
    .limit(1);
  return rental ?? null;
}
