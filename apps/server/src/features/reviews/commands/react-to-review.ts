import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { assertNoContacts } from "../../../platform/no-contacts.ts";
import { reviewReports, reviews, reviewVotes } from "../../../schema/reviews.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { notifyOnReview } from "../reviews.jobs.ts";
import { assertMay, assertNotInvolved } from "../reviews.policy.ts";
import { lockPublicReview } from "../reviews.queries.ts";

/** The reviewed person's one public reply. */
export const replyToReview = (db: Db, viewer: Viewer, reviewId: string, reply: string): Promise<void> =>
  db.transaction(async (tx) => {
    const review = await lockPublicReview(tx, reviewId);
    assertMay("reply", review, viewer);
    assertNoContacts({ reply });
    await tx
      .update(reviews)
      .set({ reply, repliedAt: await readClock(tx) })
      .where(eq(reviews.id, reviewId));
    await notifyOnReview(tx, review, "review_replied");
  });

/** Counts each person once, however often they send it. */
export const voteOnReview = (db: Db, viewer: Viewer, reviewId: string, isHelpful: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    assertMay("helpful", await lockPublicReview(tx, reviewId), viewer);
    const vote = { reviewId, userId: viewer.id };
    const { rowCount } = isHelpful
      ? await tx.insert(reviewVotes).values(vote).onConflictDoNothing()
      : await tx.delete(reviewVotes).where(and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.userId, viewer.id)));
    if (!rowCount) return;
    const change = isHelpful ? 1 : -1;
    await tx
      .update(reviews)
      .set({ helpfulCount: sql`${reviews.helpfulCount} + ${change}` })
      .where(eq(reviews.id, reviewId));
  });

/**
 * Notifies admins of the first open report. A second open report by the same person changes nothing; after a decision it
 * is a new report, in place of the answered one.
 */
export const reportReview = (db: Db, viewer: Viewer, reviewId: string, reason: string): Promise<void> =>
  db.transaction(async (tx) => {
    assertMay("report", await lockPublicReview(tx, reviewId), viewer);
    const open = await tx
      .select({ id: reviewReports.id })
      .from(reviewReports)
      .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.resolvedAt)));
    const { rowCount } = await tx
      .insert(reviewReports)
      .values({ id: newId(), reviewId, userId: viewer.id, reason })
      .onConflictDoUpdate({
        target: [reviewReports.reviewId, reviewReports.userId],
        set: { reason, resolvedAt: null, createdAt: sql`app_now()` },
        setWhere: isNotNull(reviewReports.resolvedAt),
      });
    if (rowCount && open.length === 0) await notifyAdmins(tx, { kind: "admin_review_reported", data: {} });
  });

type Decision = { reviewId: string; decision: "hide" | "keep"; reason: string };

/**
 * Hides a published review or keeps it public, which also restores a hidden one. Either decision answers the reports.
 * A hidden review leaves every list and average at once; its author learns the reason.
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
