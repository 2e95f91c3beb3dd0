import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingReviewsView } from "@nexby/contract/reviews/reviews";
import { useQuery } from "@tanstack/react-query";
import { EyeOff, Hourglass } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { getBookingReviews } from "../api.ts";
import { BLIND_TEXT, waitingText } from "../copy.ts";
import { ReviewEntry } from "./review-entry.tsx";
import { WriteReview } from "./write-review.tsx";

type Props = { booking: BookingDetailView };

/** What the viewer may know of a booking's reviews, and the way to write theirs. */
export function BookingReviews({ booking }: Props) {
  const { data: reviews } = useQuery(getBookingReviews(booking.id));
  if (!reviews) return null;
  const { canReview, mine, received, isClaimAfterReading } = reviews;
  if (isClaimAfterReading) {
    return (
      <Notice look="information" title="Claim filed after reading a review">
        {booking.owner.firstName || "The owner"} could read {booking.renter.firstName || "the renter"}’s review before
        filing this claim.
      </Notice>
    );
  }
  if (!canReview && !mine && !received) return null;
  return (
    <section aria-labelledby="reviews" className="rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 id="reviews" className="mb-4 display-type text-xl">
        Reviews
      </h2>
      <div className="grid gap-6">
        {canReview && <Invitation booking={booking} reviews={reviews} />}
        {received && <ReviewEntry review={received} />}
        {mine && <OwnReview booking={booking} reviews={reviews} />}
      </div>
    </section>
  );
}

const otherOf = ({ role, owner, renter }: BookingDetailView): string =>
  (role === "renter" ? owner.firstName : renter.firstName) || (role === "renter" ? "the owner" : "the renter");

type PartProps = Props & { reviews: BookingReviewsView };

function Invitation({ booking, reviews: { closesAt } }: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const other = otherOf(booking);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">
        How was the rental with {other}? {closesAt && BLIND_TEXT(other, formatDay(closesAt))}
      </p>
      <Button onClick={() => setIsOpen(true)}>Write a review</Button>
      {isOpen && <WriteReview booking={booking} other={other} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function OwnReview({ booking, reviews: { mine, closesAt } }: PartProps) {
  if (!mine) return null;
  const isWaiting = mine.publishedAt === null;
  return (
    <div className="grid gap-4 border-line border-t pt-6 first:border-t-0 first:pt-0">
      {isWaiting && closesAt && (
        <p className="flex gap-2 text-pretty text-muted text-sm">
          <Hourglass size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          {waitingText(otherOf(booking), formatDay(closesAt))}
        </p>
      )}
      {mine.hiddenReason !== null && (
        <p className="flex gap-2 text-pretty text-muted text-sm">
          <EyeOff size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          We’ve hidden your review. Reason: “{mine.hiddenReason}”
        </p>
      )}
      <ReviewEntry review={mine} />
    </div>
  );
}
