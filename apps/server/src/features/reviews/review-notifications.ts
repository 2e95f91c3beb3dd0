import type { Db } from "../../platform/db/db.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import type { Booking } from "../../schema/bookings.ts";
import { findBooking, findBookingFacts } from "../bookings/public.ts";
import { notify } from "../notifications/public.ts";
import type { Review } from "./reviews.queries.ts";

/** Tells the people whom the published reviews are about, and updates the open pages of both. */
export async function notifyOfPublication(
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
