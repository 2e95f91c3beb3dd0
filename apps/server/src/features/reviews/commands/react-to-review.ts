import { and, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { reviewReports, reviews, reviewVotes } from "../../../schema/reviews.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { notifyOnReview } from "../review-notifications.ts";
import { assertMay } from "../reviews.policy.ts";
import { lockPublicReview } from "../reviews.queries.ts";

/** The reviewed person's one public reply. */
export const replyToReview = (db: Db, viewer: Viewer, reviewId: string, reply: string): Promise<void> =>
  db.transaction(async (tx) => {
    const review = await lockPublicReview(tx, reviewId);
    assertMay("reply", review, viewer);
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

/** Admins are told of the first open report. A second report by the same person changes nothing. */
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
      .onConflictDoNothing();
    if (rowCount && open.length === 0) await notifyAdmins(tx, { kind: "admin_review_reported", data: {} });
  });
