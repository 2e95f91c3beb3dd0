import * as contract from "@nexby/contract/reviews/reviews";
import { isFiledAfterReading, otherRole, refusalOfReview, reviewWindowOf } from "@nexby/domain/reviews/reviews";
import type { FastifyInstance } from "fastify";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { findUser } from "../accounts/public.ts";
import { findBooking, viewOf } from "../bookings/public.ts";
import { decideOnReview, replyToReview, reportReview, voteOnReview } from "./commands/react-to-review.ts";
import { writeReview } from "./commands/write-review.ts";
import {
  type BookingReviews,
  presentBookingReviews,
  presentModerated,
  presentReview,
  presentSummary,
} from "./reviews.presenter.ts";
import {
  findClaimTime,
  findItemSummary,
  findModerated,
  getPublicReview,
  itemExists,
  listItemReviews,
  listModerated,
  listPersonReviews,
  listReviewsOfBooking,
} from "./reviews.queries.ts";

export function reviewsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getBookingReviews, async ({ db, viewer, params }) =>
    presentBookingReviews(await loadBookingReviews(db, viewer, params.bookingId)),
  );

  mount(app, deps, contract.writeReview, async ({ db, viewer, params, body }) => {
    await writeReview(db, viewer, { ...params, ...body });
    return presentBookingReviews(await loadBookingReviews(db, viewer, params.bookingId));
  });

  mount(app, deps, contract.listItemReviews, async ({ db, viewer, params: { itemId }, query, linkNext }) => {
    await assertItemExists(db, itemId);
    const { rows, nextCursor } = await listItemReviews(db, itemId, viewer?.id ?? null, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((row) => presentReview(row, viewer));
  });

  mount(app, deps, contract.getItemReviewSummary, async ({ db, params: { itemId } }) => {
    await assertItemExists(db, itemId);
    return presentSummary(await findItemSummary(db, itemId));
  });

  mount(app, deps, contract.listUserReviews, async ({ db, viewer, params: { userId }, query, linkNext }) => {
    const user = await findUser(db, userId);
    if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
    const { rows, nextCursor } = await listPersonReviews(db, userId, viewer?.id ?? null, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((row) => presentReview(row, viewer));
  });

  const present = async (db: Db, viewer: Viewer, reviewId: string) =>
    presentReview(await getPublicReview(db, reviewId, viewer.id), viewer);

  mount(app, deps, contract.replyToReview, async ({ db, viewer, params: { reviewId }, body }) => {
    await replyToReview(db, viewer, reviewId, body.reply);
    return present(db, viewer, reviewId);
  });

  mount(app, deps, contract.markReviewHelpful, async ({ db, viewer, params: { reviewId } }) => {
    await voteOnReview(db, viewer, reviewId, true);
    return present(db, viewer, reviewId);
  });

  mount(app, deps, contract.unmarkReviewHelpful, async ({ db, viewer, params: { reviewId } }) => {
    await voteOnReview(db, viewer, reviewId, false);
    return present(db, viewer, reviewId);
  });

  mount(app, deps, contract.reportReview, async ({ db, viewer, params: { reviewId }, body }) => {
    await reportReview(db, viewer, reviewId, body.reason);
    return present(db, viewer, reviewId);
  });

  mount(app, deps, contract.listReportedReviews, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listModerated(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((row) => presentModerated(row, viewer));
  });

  mount(app, deps, contract.decideOnReview, async ({ db, viewer, params: { reviewId }, body }) => {
    await decideOnReview(db, viewer, { reviewId, ...body });
    const [row] = await findModerated(db, [reviewId]);
    if (!row) throw new AppError("not_found", "Review not found");
    return presentModerated(row, viewer);
  });
}

async function assertItemExists(db: Db, itemId: string): Promise<void> {
  if (!(await itemExists(db, itemId))) throw new AppError("not_found", "Item not found");
}

/** The only read that includes a review before its publication, and only for its author. */
async function loadBookingReviews(db: Db, viewer: Viewer, bookingId: string): Promise<BookingReviews> {
  const booking = await findBooking(db, bookingId);
  const role = booking && viewOf(booking, viewer);
  if (!booking || !role) throw new AppError("not_found", "Booking not found");
  const rows = await listReviewsOfBooking(db, bookingId, viewer.id);
  const by = (author: "renter" | "owner") => rows.find(({ review }) => review.byRole === author) ?? null;
  const closesAt = reviewWindowOf(booking)?.closesAt ?? null;
  if (role === "admin") {
    const publishedAt = by("renter")?.review.publishedAt ?? null;
    const isClaimAfterReading = isFiledAfterReading(await findClaimTime(db, bookingId), publishedAt);
    return { viewer, mine: null, received: null, canReview: false, closesAt, isClaimAfterReading };
  }
  const received = by(otherRole(role));
  const mine = by(role);
  const written = rows.map(({ review }) => review);
  const isAllowed = viewer.isApproved || viewer.isAdmin;
  return {
    viewer,
    mine,
    received: received?.review.isPublic ? received : null,
    canReview: isAllowed && refusalOfReview(booking, { role, written, now: await readClock(db) }) === null,
    closesAt,
    isClaimAfterReading: false,
  };
}
