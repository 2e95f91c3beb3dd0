import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Booking } from "../../schema/bookings.ts";
import { reviews } from "../../schema/reviews.ts";

type NewReview = typeof reviews.$inferInsert;

/** A published review by the renter, unless the overrides say otherwise. */
export async function createReview(db: Db, booking: Booking, overrides: Partial<NewReview> = {}): Promise<string> {
  const id = newId();
  const isByOwner = overrides.byRole === "owner";
  const { renterId, ownerId } = booking;
  await db.insert(reviews).values({
    id,
    bookingId: booking.id,
    itemId: booking.itemId,
    reviewerId: isByOwner ? ownerId : renterId,
    revieweeId: isByOwner ? renterId : ownerId,
    byRole: "renter",
    rating: 5,
    comment: "Clean and easy to pick up",
    isVerifiedRental: true,
    publishedAt: new Date(),
    ...overrides,
  });
  return id;
}
