import { and, eq, gte, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../bookings.repository.ts";
import { bookings } from "../bookings.table.ts";
import type { CheckoutBody } from "./checkout-body.ts";

/** One checkout of a person for an item at a time: two windows of one browser must not both book. */
export async function lockCheckout(tx: Db, renterId: string, itemId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${renterId} ${itemId}`}, 0))`);
}

/** What the same person has going for the same item on these days or some of them. */
export const findOwnBookings = (
  db: Db,
  renterId: string,
  { itemId, startDate, endDate }: Pick<CheckoutBody, "itemId" | "startDate" | "endDate">,
): Promise<Booking[]> =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.renterId, renterId),
        eq(bookings.itemId, itemId),
        lte(bookings.startDate, endDate),
        gte(bookings.endDate, startDate),
        notInArray(bookings.status, ["declined", "expired", "canceled", "closed"]),
      ),
    );
