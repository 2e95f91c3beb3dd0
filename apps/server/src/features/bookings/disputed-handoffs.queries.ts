import type { DisputedHandoffView } from "@nexby/contract/admin/tasks";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import { MAX_SHOWN, nameOf, owners, renters } from "./late-fees.queries.ts";
import { endOfHold, toText } from "./waiting-cases.queries.ts";

const marks = (db: Db) => db.select({ at: rentalEvents.createdAt }).from(rentalEvents);

/** When the owner last marked the item as handed over. The booking forgets it when the renter disputes the handoff. */
export async function findHandoffMark(db: Db, bookingId: string): Promise<Date | null> {
  const [mark] = await marks(db)
    .where(and(eq(rentalEvents.bookingId, bookingId), eq(rentalEvents.eventType, "owner_handed_over")))
    .orderBy(desc(rentalEvents.id))
    .limit(1);
  return mark?.at ?? null;
}

/** Oldest first. Admins can't decide on their own bookings. */
export async function listDisputedHandoffs(db: Db, adminId: string): Promise<DisputedHandoffView[]> {
  const rows = await db
    .select({
      booking: bookings,
      item: { id: items.id, title: items.title },
      renter: nameOf(renters),
      owner: nameOf(owners),
      holdEndsAt: endOfHold,
      reason: sql<string | null>`(
        select notes from ${rentalEvents} where booking_id = ${bookings.id} and event_type = 'handover_objected'
        order by id desc limit 1)`,
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(and(eq(bookings.status, "scheduled"), isNotNull(bookings.handoverObjectedAt)))
    .orderBy(asc(bookings.handoverObjectedAt), asc(bookings.id))
    .limit(MAX_SHOWN);
  return rows.map(({ booking, item, renter, owner, reason, holdEndsAt }) => ({
    bookingId: booking.id,
    item,
    renter,
    owner,
    reason: reason ?? "",
    disputedAt: (booking.handoverObjectedAt ?? booking.startAt).toISOString(),
    refundCents: booking.totalCents,
    amountAtRiskCents: booking.depositCents,
    holdEndsAt: toText(holdEndsAt),
    allowedActions: isRenterOrOwnerOf({ renterId: renter.id, ownerId: owner.id }, adminId)
      ? []
      : ["uphold_handoff", "reject_handoff"],
  }));
}
