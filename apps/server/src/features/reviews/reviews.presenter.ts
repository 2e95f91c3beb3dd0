import type {
  BookingReviewsView,
  ModeratedReviewView,
  ReviewSummaryView,
  ReviewView,
} from "@nexby/contract/reviews/reviews";
import { lastInitial } from "@nexby/domain/accounts/public-names";
import { averageRating } from "@nexby/domain/reviews/reviews";
import type { Viewer } from "../../platform/auth.ts";
import { allowedActions, isInvolvedIn } from "./reviews.policy.ts";
import type { ItemSummary, ModeratedRow, ReviewRow } from "./reviews.queries.ts";

export function presentReview(
  { review, reviewer, reviewee, item, hasVoted, isPairBlocked }: ReviewRow,
  viewer: Viewer | null,
): ReviewView {
  const { reply, repliedAt } = review;
  // The people of the rental know each other's names, and admins decide about reviews.
  const isKnown = viewer !== null && (viewer.isAdmin || isInvolvedIn(review, viewer.id));
  const shownReviewer = { ...named(reviewer), ...(!isKnown && { lastName: lastInitial(reviewer.lastName) }) };
  return {
    id: review.id,
    rating: review.rating,
    comment: review.comment,
    createdAt: review.createdAt.toISOString(),
    reviewer: { ...shownReviewer, profileImageUrl: reviewer.profileImageUrl },
    byRole: review.byRole,
    reviewType: review.reviewType,
    communicationRating: review.communicationRating,
    punctualityRating: review.punctualityRating,
    conditionRating: review.conditionRating,
    isVerifiedRental: review.isVerifiedRental,
    item,
    reply:
      reply !== null && repliedAt !== null
        ? { text: reply, by: reviewee.firstName ?? "", at: repliedAt.toISOString() }
        : null,
    helpfulCount: review.helpfulCount,
    wasHelpful: hasVoted,
    allowedActions: review.isPublic ? allowedActions({ ...review, isPairBlocked }, viewer) : [],
  };
}

const named = ({ id, firstName, lastName }: { id: string; firstName: string | null; lastName: string | null }) => ({
  id,
  firstName: firstName ?? "",
  lastName: lastName ?? "",
});

const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }, fallback: string) =>
  [firstName, lastName].filter(Boolean).join(" ") || fallback;

export type BookingReviews = {
  viewer: Viewer;
  mine: ReviewRow | null;
  /** Published, or null. */
  received: ReviewRow | null;
  canReview: boolean;
  closesAt: Date | null;
  isClaimAfterReading: boolean;
};

export const presentBookingReviews = ({
  viewer,
  mine,
  received,
  closesAt,
  ...facts
}: BookingReviews): BookingReviewsView => ({
  canReview: facts.canReview,
  closesAt: closesAt?.toISOString() ?? null,
  mine: mine && {
    ...presentReview(mine, viewer),
    publishedAt: mine.review.publishedAt?.toISOString() ?? null,
    hiddenReason: mine.review.hiddenReason,
  },
  received: received && presentReview(received, viewer),
  isClaimAfterReading: facts.isClaimAfterReading,
});

const toTwoDecimals = (average: number | null) => (average === null ? null : Math.round(average * 100) / 100);

export const presentSummary = (summary: ItemSummary): ReviewSummaryView => ({
  averageRating: averageRating(summary.ratingSum, summary.reviewCount),
  reviewCount: summary.reviewCount,
  distribution: [summary.ones, summary.twos, summary.threes, summary.fours, summary.fives],
  communication: toTwoDecimals(summary.communication),
  punctuality: toTwoDecimals(summary.punctuality),
  condition: toTwoDecimals(summary.condition),
});

export function presentModerated(row: ModeratedRow, viewer: Viewer): ModeratedReviewView {
  const { hiddenAt, hiddenReason } = row.review;
  return {
    ...presentReview(row, viewer),
    bookingId: row.review.bookingId,
    reviewee: named(row.reviewee),
    reports: row.reports.map((report) => ({
      reason: report.reason,
      by: fullName(report, "A member"),
      at: report.createdAt.toISOString(),
    })),
    hidden:
      hiddenAt !== null && hiddenReason !== null && row.moderator
        ? { reason: hiddenReason, by: fullName(row.moderator, "An admin"), at: hiddenAt.toISOString() }
        : null,
    canDecide: !isInvolvedIn(row.review, viewer.id),
  };
}
