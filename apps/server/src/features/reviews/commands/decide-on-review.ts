import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { reviewReports, reviews } from "../../../schema/reviews.ts";
import { notifyOnReview } from "../review-notifications.ts";
import { assertNotInvolved } from "../reviews.policy.ts";

type Decision = { reviewId: string; decision: "hide" | "keep"; reason: string };

/**
 * Hides a published review or keeps it public, which also restores a hidden one. Either decision answers the reports.
 * A hidden review leaves every list and average at once; its author is told the reason.
 */
export const decideOnReview = (db: Db, viewer: Viewer, { reviewId, decision, reason }: Decision): Promise<void> =>
  db.transaction(async (tx) => {
    const [review] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), isNotNull(reviews.publishedAt)))
      .for("update");
    if (!review) throw new AppError("not_found", "Review not found");
    assertNotInvolved(review, viewer.id);
    const isHiding = decision === "hide";
    if (isHiding && review.hiddenAt !== null) throw new AppError("action_not_allowed", "This review is already hidden");

    const now = await readClock(tx);
    await tx
      .update(reviews)
      .set(
        isHiding
          ? { hiddenAt: now, hiddenBy: viewer.id, hiddenReason: reason }
          : { hiddenAt: null, hiddenBy: null, hiddenReason: null },
      )
      .where(eq(reviews.id, reviewId));
    await tx
      .update(reviewReports)
      .set({ resolvedAt: now })
      .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.resolvedAt)));
    await recordAudit(tx, {
      actorId: viewer.id,
      action: isHiding ? "review_hidden" : "review_kept",
      entityType: "review",
      entityId: reviewId,
      reason,
    });
    if (isHiding) await notifyOnReview(tx, { ...review, hiddenReason: reason }, "review_hidden");
  });
