import { and, eq, isNull } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { reviews } from "../../../schema/reviews.ts";
import { findBookingFacts, lockBooking } from "../../bookings/public.ts";
import { notify } from "../../notifications/public.ts";

export const PUBLISH_REVIEWS = "publish_reviews";

/** Publishes the reviews of a booking that are still secret, and tells the people they are about. */
export async function publishReviews(tx: Db, booking: Booking): Promise<void> {
  const published = await tx
    .update(reviews)
    .set({ publishedAt: await readClock(tx) })
    .where(and(eq(reviews.bookingId, booking.id), isNull(reviews.publishedAt)))
    .returning({ byRole: reviews.byRole, revieweeId: reviews.revieweeId });
  if (published.length === 0) return;
  const facts = await findBookingFacts(tx, booking);
  for (const { byRole, revieweeId } of published) {
    const to = byRole === "renter" ? "owner" : "renter";
    await notify(tx, revieweeId, { kind: "review_published", data: { ...facts, to } });
  }
  for (const userId of [booking.renterId, booking.ownerId]) {
    const data = { bookingId: booking.id };
    await publishEvent(tx, { audience: userAudience(userId), type: "booking_changed", data });
  }
}

/** Runs when reviewing ends. */
export const publishWhenDue: JobHandler = {
  inTransaction: async (tx, { entityId }) => {
    const booking = await lockBooking(tx, entityId);
    if (booking) await publishReviews(tx, booking);
  },
};
