import { type ReviewRole, reviewWindowOf } from "@nexby/domain/reviews/reviews";
import { and, eq, isNull } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import type { Booking } from "../../schema/bookings.ts";
import { reviews } from "../../schema/reviews.ts";
import { findUser } from "../accounts/public.ts";
import { findBooking, findBookingFacts, lockBooking, takeReviewReminders } from "../bookings/public.ts";
import { notify } from "../notifications/public.ts";
import type { Review } from "./reviews.queries.ts";

export const PUBLISH_REVIEWS = "publish_reviews";

/** Publishes the reviews of a booking that are still secret, and notifies the users they are about. */
export async function publishReviewsOf(tx: Db, booking: Booking): Promise<void> {
  const published = await tx
    .update(reviews)
    .set({ publishedAt: await readClock(tx) })
    .where(and(eq(reviews.bookingId, booking.id), isNull(reviews.publishedAt)))
    .returning({ byRole: reviews.byRole, revieweeId: reviews.revieweeId });
  if (published.length > 0) await notifyOfPublication(tx, booking, published);
}

/** Runs when reviewing ends. */
export const publishReviews: JobHandler = {
  inTransaction: async (tx, { entityId }) => {
    const booking = await lockBooking(tx, entityId);
    if (booking) await publishReviewsOf(tx, booking);
  },
};

/** Asks users who haven't reviewed a rental yet: a day after the return, and once more after five days. */
export const remindOfReview = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId }) => {
    const booking = await lockBooking(tx, entityId);
    const window = booking && reviewWindowOf(booking);
    if (!booking || !window) return;
    const due = await takeReviewReminders(tx, booking.id);
    const written = await tx
      .select({ byRole: reviews.byRole, publishedAt: reviews.publishedAt })
      .from(reviews)
      .where(eq(reviews.bookingId, booking.id));
    if (written.some(({ publishedAt }) => publishedAt !== null) || (await readClock(tx)) >= window.closesAt) return;
    for (const to of due) {
      // Says nothing about the other person's review, which is secret.
      if (!written.some(({ byRole }) => byRole === to)) await prompt(tx, siteUrl, booking, to, window.closesAt);
    }
  },
});

async function prompt(tx: Db, siteUrl: string, booking: Booking, to: ReviewRole, closesAt: Date): Promise<void> {
  const person = await findUser(tx, to === "renter" ? booking.renterId : booking.ownerId);
  if (!person || person.suspendedAt || !person.isApproved) return;
  const data = { ...(await findBookingFacts(tx, booking)), to, closesAt: closesAt.toISOString() };
  await notify(tx, person.id, { kind: "review_prompt", data }, ({ title, message, actionUrl }) => ({
    title,
    paragraphs: [message],
    action: { label: "Write a review", url: siteUrl + actionUrl },
  }));
}

/** Notifies the users the published reviews are about, and updates the open pages of both. */
async function notifyOfPublication(
  tx: Db,
  booking: Booking,
  published: readonly Pick<Review, "byRole" | "revieweeId">[],
): Promise<void> {
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

/** Tells the author of a review what happened to it. */
export async function notifyOnReview(tx: Db, review: Review, kind: "review_replied" | "review_hidden"): Promise<void> {
  const booking = await findBooking(tx, review.bookingId);
  if (!booking) return;
  const facts = { ...(await findBookingFacts(tx, booking)), to: review.byRole };
  if (kind === "review_replied") await notify(tx, review.reviewerId, { kind, data: facts });
  else await notify(tx, review.reviewerId, { kind, data: { ...facts, reason: review.hiddenReason ?? "" } });
}
