import type * as contract from "@nexby/contract/reviews/reviews";
import type { ReviewSort } from "@nexby/contract/reviews/reviews";
import type { ReviewRole } from "@nexby/domain/reviews/reviews";
import type { Query, QueryClient } from "@tanstack/react-query";
import { pathOf, read, readPages, write } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

const REVIEWS = "/api/reviews";

/** The other person's review can be published at any time, so cached data is shown but always refetched. */
export const getBookingReviews = (bookingId: string) => ({
  ...read<typeof contract.getBookingReviews>("/api/bookings", bookingId, "reviews"),
  staleTime: 0,
});

export const sendReview = (bookingId: string) =>
  write<typeof contract.writeReview>("POST", "/api/bookings", bookingId, "reviews");

export const getSummary = (itemId: string) =>
  read<typeof contract.getItemReviewSummary>("/api/items", itemId, "reviews/summary");

/** Fewer than elsewhere: reviews are long. */
const PAGE_SIZE = "5";

export type ReviewFilter = { sort: ReviewSort; search: string; rating: number | null };

type ItemPath = (typeof contract.listItemReviews)["path"];
type PersonPath = (typeof contract.listUserReviews)["path"];

export const listItemReviews = (itemId: string, { sort, search, rating }: ReviewFilter) =>
  readPages<typeof contract.listItemReviews>(
    withQuery(`/api/items/${itemId}/reviews`, {
      limit: PAGE_SIZE,
      sort: sort === "newest" ? null : sort,
      search: search || null,
      rating: rating === null ? null : String(rating),
    }) as ItemPath,
  );

export const listPersonReviews = (userId: string, role: ReviewRole) =>
  readPages<typeof contract.listUserReviews>(
    withQuery(`/api/users/${userId}/reviews`, { limit: PAGE_SIZE, role }) as PersonPath,
  );

export type ModerationFilter = "reported" | "hidden";

export const listReportedReviews = (status: ModerationFilter) =>
  readPages<typeof contract.listReportedReviews>(`/api/admin/reviews?status=${status}`);

export const decideOnReview = (reviewId: string) =>
  write<typeof contract.decideOnReview>("POST", "/api/admin/reviews", reviewId, "decision");

export const replyToReview = (reviewId: string) =>
  write<typeof contract.replyToReview>("POST", REVIEWS, reviewId, "reply");

export const reportReview = (reviewId: string) =>
  write<typeof contract.reportReview>("POST", REVIEWS, reviewId, "report");

export const voteOnReview = (reviewId: string, isHelpful: boolean) =>
  isHelpful
    ? write<typeof contract.markReviewHelpful>("PUT", REVIEWS, reviewId, "helpful")
    : write<typeof contract.unmarkReviewHelpful>("DELETE", REVIEWS, reviewId, "helpful");

const isOfReviews = ({ queryKey }: Query): boolean => /\/reviews\b/.test(pathOf(queryKey));

/** Refetches every list, summary and card of reviews on the page. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: isOfReviews });
