import type { ReviewAction } from "@nexby/contract/reviews/reviews";
import type { ReviewRefusal } from "@nexby/domain/reviews/reviews";
import type { Viewer } from "../../platform/auth.ts";
import { AppError } from "../../platform/errors.ts";
import type { Review } from "./reviews.queries.ts";

const MESSAGES: Record<Exclude<ReviewRefusal, "already_reviewed">, string> = {
  too_early: "You can write a review after the item is returned",
  too_late: "It's too late to review this rental",
};

export function assertReviewable(refusal: ReviewRefusal | null): void {
  if (refusal === null) return;
  if (refusal === "already_reviewed") throw new AppError("already_reviewed");
  throw new AppError("action_not_allowed", MESSAGES[refusal]);
}

type Concerned = Pick<Review, "reviewerId" | "revieweeId" | "reply"> & { isPairBlocked: boolean };

const REFUSALS: Record<ReviewAction, (review: Concerned, viewerId: string) => string | null> = {
  reply: ({ revieweeId, reply, isPairBlocked }, viewerId) => {
    if (viewerId !== revieweeId) return "Only the person who was reviewed can reply";
    if (isPairBlocked) return "You can't reply to this review";
    return reply === null ? null : "You've already replied to this review";
  },
  helpful: ({ reviewerId, revieweeId }, viewerId) => {
    if (viewerId === reviewerId) return "You can't mark your own review as helpful";
    return viewerId === revieweeId ? "You can't mark a review about you as helpful" : null;
  },
  report: ({ reviewerId }, viewerId) => (viewerId === reviewerId ? "You can't report your own review" : null),
};

export function assertMay(action: ReviewAction, review: Concerned, viewer: Pick<Viewer, "id">): void {
  const refusal = REFUSALS[action](review, viewer.id);
  if (refusal !== null) throw new AppError("action_not_allowed", refusal);
}

/** The same rules as the commands, read without acting. */
export const allowedActions = (review: Concerned, viewer: Viewer | null): ReviewAction[] =>
  viewer?.isApproved || viewer?.isAdmin
    ? (Object.keys(REFUSALS) as ReviewAction[]).filter((action) => REFUSALS[action](review, viewer.id) === null)
    : [];

export const isInvolvedIn = (
  { reviewerId, revieweeId }: Pick<Review, "reviewerId" | "revieweeId">,
  viewerId: string,
): boolean => viewerId === reviewerId || viewerId === revieweeId;

/** Admins can't decide about reviews that they wrote or that are about them. */
export function assertNotInvolved(review: Pick<Review, "reviewerId" | "revieweeId">, viewerId: string): void {
  if (isInvolvedIn(review, viewerId)) {
    throw new AppError("forbidden", "This review involves you. Another admin has to decide.");
  }
}
