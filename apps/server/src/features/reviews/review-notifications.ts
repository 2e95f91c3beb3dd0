import type { Db } from "../../platform/db/db.ts";
import { findBooking, findBookingFacts } from "../bookings/public.ts";
import { notify } from "../notifications/public.ts";
import type { Review } from "./reviews.queries.ts";

/** Tells the author of a review what happened to it. */
export async function notifyOnReview(tx: Db, review: Review, kind: "review_replied" | "review_hidden"): Promise<void> {
  const booking = await findBooking(tx, review.bookingId);
  if (!booking) return;
  const facts = { ...(await findBookingFacts(tx, booking)), to: review.byRole };
  if (kind === "review_replied") await notify(tx, review.reviewerId, { kind, data: facts });
  else await notify(tx, review.reviewerId, { kind, data: { ...facts, reason: review.hiddenReason ?? "" } });
}
