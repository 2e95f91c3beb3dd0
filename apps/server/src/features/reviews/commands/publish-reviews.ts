import { and, eq, isNull } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { reviews } from "../../../schema/reviews.ts";
import { lockBooking } from "../../bookings/public.ts";
import { notifyOfPublication } from "../review-notifications.ts";

export const PUBLISH_REVIEWS = "publish_reviews";

/** Publishes the reviews of a booking that are still secret, and tells the people they are about. */
export async function publishReviews(tx: Db, booking: Booking): Promise<void> {
  const published = await tx
    .update(reviews)
    .set({ publishedAt: await readClock(tx) })
    .where(and(eq(reviews.bookingId, booking.id), isNull(reviews.publishedAt)))
    .returning({ byRole: reviews.byRole, revieweeId: reviews.revieweeId });
  if (published.length > 0) await notifyOfPublication(tx, booking, published);
}

/** Runs when reviewing ends. */
export const publishWhenDue: JobHandler = {
  inTransaction: async (tx, { entityId }) => {
    const booking = await lockBooking(tx, entityId);
    if (booking) await publishReviews(tx, booking);
  },
};
