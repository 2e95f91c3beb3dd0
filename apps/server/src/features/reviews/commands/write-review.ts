import {
  isTypeOfRole,
  otherRole,
  type ReviewType,
  refusalOfReview,
  reviewWindowOf,
} from "@nexby/domain/reviews/reviews";
import { eq } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob } from "../../../platform/jobs/job.ts";
import { assertNoContacts } from "../../../platform/no-contacts.ts";
import { reviews } from "../../../schema/reviews.ts";
import { lockBooking, roleIn } from "../../bookings/public.ts";
import { outdateBookingEntries } from "../../notifications/public.ts";
import { PUBLISH_REVIEWS, publishReviewsOf } from "../reviews.jobs.ts";
import { assertReviewable } from "../reviews.policy.ts";

type Content = {
  bookingId: string;
  rating: number;
  comment: string;
  communicationRating: number | null;
  punctualityRating: number | null;
  conditionRating: number | null;
  reviewType: ReviewType;
};

/**
 * Stores a person's one review of a rental. Nothing else changes while it waits: neither the booking nor an event shows
 * the other person that it exists. The second review publishes both.
 */
export const writeReview = (db: Db, viewer: Viewer, { bookingId, ...content }: Content): Promise<void> =>
  db.transaction(async (tx) => {
    // If two reviews are sent at once, the second one must see the first.
    const booking = await lockBooking(tx, bookingId);
    const role = booking && roleIn(booking, viewer.id);
    if (!booking || !role) throw new AppError("not_found", "Booking not found");
    const written = await tx.select().from(reviews).where(eq(reviews.bookingId, bookingId));
    const now = await readClock(tx);
    assertReviewable(refusalOfReview(booking, { role, written, now }));
    if (!isTypeOfRole(role, content.reviewType)) {
      throw fieldError("reviewType", "Please choose what your rating is about");
    }
    assertNoContacts({ comment: content.comment });
    await tx.insert(reviews).values({
      ...content,
      id: newId(),
      bookingId,
      itemId: booking.itemId,
      reviewerId: viewer.id,
      revieweeId: role === "renter" ? booking.ownerId : booking.renterId,
      byRole: role,
      isVerifiedRental: true,
    });
    await outdateBookingEntries(tx, bookingId);
    if (written.some(({ byRole }) => byRole === otherRole(role))) {
      await publishReviewsOf(tx, booking);
      return;
    }
    const at = reviewWindowOf(booking)?.closesAt;
    if (at) await enqueueJob(tx, { type: PUBLISH_REVIEWS, entityType: "booking", entityId: bookingId, at });
  });
