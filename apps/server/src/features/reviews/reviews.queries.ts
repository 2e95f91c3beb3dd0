import type { ReviewSort } from "@nexby/contract/reviews/reviews";
import { COUNTED_REVIEWS, type RatingSubject, type ReviewRole } from "@nexby/domain/reviews/reviews";
import { aliasedTable, and, asc, desc, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, pageBy, pageOf, readCursor } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { items } from "../../schema/listings.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import { reviewReports, reviews, reviewVotes } from "../../schema/reviews.ts";
import { arePeopleBlocked, isPairBlocked } from "../messaging/public.ts";

export type Review = typeof reviews.$inferSelect;

const reviewers = aliasedTable(users, "reviewers");
const reviewees = aliasedTable(users, "reviewees");
const moderators = aliasedTable(users, "moderators");

const nameOf = (table: typeof reviewers) => ({
  id: table.id,
  firstName: table.firstName,
  lastName: table.lastName,
  profileImageUrl: table.profileImageUrl,
});

/** Reviews with everything their presenters show; `viewerId` tells which ones the viewer found helpful. */
const selectReviews = (db: Db, viewerId: string | null) =>
  db
    .select({
      review: reviews,
      reviewer: nameOf(reviewers),
      reviewee: nameOf(reviewees),
      item: { id: items.id, title: items.title },
      hasVoted: sql<boolean>`${reviewVotes.userId} is not null`,
      isPairBlocked: isPairBlocked(reviews.reviewerId, reviews.revieweeId),
    })
    .from(reviews)
    .innerJoin(reviewers, eq(reviewers.id, reviews.reviewerId))
    .innerJoin(reviewees, eq(reviewees.id, reviews.revieweeId))
    .innerJoin(items, eq(items.id, reviews.itemId))
    .leftJoin(
      reviewVotes,
      and(eq(reviewVotes.reviewId, reviews.id), viewerId === null ? sql`false` : eq(reviewVotes.userId, viewerId)),
    );

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

/** Also unpublished ones: callers decide who sees them. */
export const listReviewsOfBooking = (db: Db, bookingId: string, viewerId: string): Promise<ReviewRow[]> =>
  selectReviews(db, viewerId).where(eq(reviews.bookingId, bookingId));

/** Reviews that nobody else can see count as not found. */
export async function getPublicReview(db: Db, reviewId: string, viewerId: string | null): Promise<ReviewRow> {
  const [row] = await selectReviews(db, viewerId).where(and(eq(reviews.id, reviewId), reviews.isPublic));
  if (!row) throw new AppError("not_found", "Review not found");
  return row;
}

/** Locks the review, so votes are counted and replies written one by one. */
export async function lockPublicReview(db: Db, reviewId: string): Promise<Review & { isPairBlocked: boolean }> {
  const [review] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, reviewId), reviews.isPublic))
    .for("update");
  if (!review) throw new AppError("not_found", "Review not found");
  return { ...review, isPairBlocked: await arePeopleBlocked(db, review.reviewerId, review.revieweeId) };
}

/** Written as literals, so that the partial indexes apply. */
const isCountedFor = (subject: RatingSubject): SQL => {
  const { byRole, types } = COUNTED_REVIEWS[subject];
  const listed = sql.raw(types.map((type) => `'${type}'`).join(", "));
  return sql`${reviews.isPublic} and ${reviews.byRole} = ${sql.raw(`'${byRole}'`)} and ${reviews.reviewType} in (${listed})`;
};

type ItemReviews = {
  sort: ReviewSort;
  search?: string | undefined;
  rating?: number | undefined;
  cursor?: string | undefined;
  limit: number;
};

const KEYS = {
  highest: sql<number>`${reviews.rating}`,
  lowest: sql<number>`-${reviews.rating}`,
  helpful: sql<number>`${reviews.helpfulCount}`,
} satisfies Record<Exclude<ReviewSort, "newest">, SQL>;

const ORDERS: Record<ReviewSort, SQL[]> = {
  newest: [desc(reviews.publishedAt), desc(reviews.id)],
  highest: [desc(reviews.rating), desc(reviews.publishedAt), desc(reviews.id)],
  lowest: [asc(reviews.rating), desc(reviews.publishedAt), desc(reviews.id)],
  helpful: [desc(reviews.helpfulCount), desc(reviews.publishedAt), desc(reviews.id)],
};

/** Percent and underscore stand for themselves in a search. */
const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function isPlacedAfter(place: RatedPlace | null, sort: ReviewSort): SQL | undefined {
  if (place === null) return undefined;
  const { publishedAt, id } = reviews;
  // Without the constant key, so that the index by age applies.
  if (sort === "newest")
    return isAfter({ ...place, createdAt: place.publishedAt }, { createdAt: publishedAt, id }, "newest");
  return sql`(${KEYS[sort]}, ${publishedAt}, ${id})
    < (${place.key}::integer, ${place.publishedAt.toISOString()}::timestamptz, ${place.id}::uuid)`;
}

export async function listItemReviews(
  db: Db,
  itemId: string,
  viewerId: string | null,
  { sort, search, rating, cursor, limit }: ItemReviews,
): Promise<PageOf<ReviewRow>> {
  const rows = await selectReviews(db, viewerId)
    .where(
      and(
        eq(reviews.itemId, itemId),
        isCountedFor("item"),
        search ? ilike(reviews.comment, pattern(search)) : undefined,
        rating === undefined ? undefined : eq(reviews.rating, rating),
        isPlacedAfter(ratedCursorAfter(cursor), sort),
      ),
    )
    .orderBy(...ORDERS[sort])
    .limit(limit + 1);
  return ratedPageOf(rows, limit, sort);
}

/** Newest first. */
export async function listPersonReviews(
  db: Db,
  userId: string,
  viewerId: string | null,
  { role, cursor, limit }: { role: ReviewRole; cursor?: string | undefined; limit: number },
): Promise<PageOf<ReviewRow>> {
  const rows = await selectReviews(db, viewerId)
    .where(
      and(
        eq(reviews.revieweeId, userId),
        isCountedFor(role),
        isAfter(cursorAfter(cursor), { createdAt: reviews.publishedAt, id: reviews.id }, "newest"),
      ),
    )
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(limit + 1);
  return ratedPageOf(rows, limit, null);
}

const countOfStars = (stars: number) =>
  sql<number>`count(*) filter (where ${reviews.rating} = ${sql.raw(String(stars))})::int`;

/** Counted from the rows, so it is exact whatever happens at the same time. */
export async function findItemSummary(db: Db, itemId: string) {
  const [row] = await db
    .select({
      reviewCount: sql<number>`count(*)::int`,
      ratingSum: sql<number>`coalesce(sum(${reviews.rating}), 0)::int`,
      ones: countOfStars(1),
      twos: countOfStars(2),
      threes: countOfStars(3),
      fours: countOfStars(4),
      fives: countOfStars(5),
      communication: sql<number | null>`avg(${reviews.communicationRating})::float8`,
      punctuality: sql<number | null>`avg(${reviews.punctualityRating})::float8`,
      condition: sql<number | null>`avg(${reviews.conditionRating})::float8`,
    })
    .from(reviews)
    .where(and(eq(reviews.itemId, itemId), isCountedFor("item")));
  if (!row) throw new Error("An aggregate has one row");
  return row;
}
export type ItemSummary = Awaited<ReturnType<typeof findItemSummary>>;

export type Ratings = { reviewCount: number; ratingSum: number };

/** A person's ratings as owner and as renter, counted from the rows. */
export async function findRatings(db: Db, userId: string): Promise<Record<ReviewRole, Ratings>> {
  const figures = (subject: ReviewRole) => ({
    reviewCount: sql<number>`count(*) filter (where ${isCountedFor(subject)})::int`,
    ratingSum: sql<number>`coalesce(sum(${reviews.rating}) filter (where ${isCountedFor(subject)}), 0)::int`,
  });
  const [row] = await db
    .select({ owner: figures("owner"), renter: figures("renter") })
    .from(reviews)
    .where(and(eq(reviews.revieweeId, userId), reviews.isPublic));
  const none = { reviewCount: 0, ratingSum: 0 };
  return row ?? { owner: none, renter: none };
}

/** When the owner last filed a claim about the booking; null if never. */
export async function findClaimTime(db: Db, bookingId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: rentalEvents.createdAt })
    .from(rentalEvents)
    .where(
      and(
        eq(rentalEvents.bookingId, bookingId),
        eq(rentalEvents.eventType, "claim_damage"),
        isNotNull(rentalEvents.actorId),
      ),
    )
    .orderBy(desc(rentalEvents.createdAt))
    .limit(1);
  return row?.at ?? null;
}

export async function itemExists(db: Db, itemId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, itemId), isNull(items.deletedAt)));
  return row !== undefined;
}

type Moderation = { status: "reported" | "hidden"; cursor?: string | undefined; limit: number };

/** With open reports, longest wait first; or hidden, last hidden first. */
export async function listModerated(db: Db, { status, cursor, limit }: Moderation) {
  const after = cursorAfter(cursor);
  const places =
    status === "hidden"
      ? await db
          .select({ id: reviews.id, createdAt: sql<Date>`${reviews.hiddenAt}`.mapWith(reviews.hiddenAt) })
          .from(reviews)
          .where(
            and(isNotNull(reviews.hiddenAt), isAfter(after, { createdAt: reviews.hiddenAt, id: reviews.id }, "newest")),
          )
          .orderBy(desc(reviews.hiddenAt), desc(reviews.id))
          .limit(limit + 1)
      : await selectReported(db, after, limit + 1);
  const { rows, nextCursor } = pageOf(places, limit);
  return {
    rows: await findModerated(
      db,
      rows.map(({ id }) => id),
    ),
    nextCursor,
  };
}

/** With the time of the first open report. */
export const openReports = (db: Db) =>
  db
    .select({
      id: reviewReports.reviewId,
      createdAt: sql<Date>`min(${reviewReports.createdAt})`.mapWith(reviewReports.createdAt).as("created_at"),
    })
    .from(reviewReports)
    .where(isNull(reviewReports.resolvedAt))
    .groupBy(reviewReports.reviewId);

function selectReported(db: Db, after: ReturnType<typeof cursorAfter>, limit: number) {
  const open = openReports(db).as("open");
  return db
    .select({ id: open.id, createdAt: open.createdAt })
    .from(open)
    .where(
      after
        ? sql`(${open.createdAt}, ${open.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(asc(open.createdAt), asc(open.id))
    .limit(limit);
}

/** In the order of the ids, each with all its reports and the admin who hid it. */
export async function findModerated(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await selectReviews(db, null).where(inArray(reviews.id, [...ids]));
  const reports = await db
    .select({
      reviewId: reviewReports.reviewId,
      reason: reviewReports.reason,
      createdAt: reviewReports.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(reviewReports)
    .innerJoin(users, eq(users.id, reviewReports.userId))
    .where(inArray(reviewReports.reviewId, [...ids]))
    .orderBy(asc(reviewReports.createdAt), asc(reviewReports.id));
  const admins = await db
    .select({ reviewId: reviews.id, firstName: moderators.firstName, lastName: moderators.lastName })
    .from(reviews)
    .innerJoin(moderators, eq(moderators.id, reviews.hiddenBy))
    .where(inArray(reviews.id, [...ids]));
  return ids.flatMap((id) => {
    const row = rows.find(({ review }) => review.id === id);
    if (!row) return [];
    return [
      {
        ...row,
        reports: reports.filter(({ reviewId }) => reviewId === id),
        moderator: admins.find(({ reviewId }) => reviewId === id) ?? null,
      },
    ];
  });
}
export type ModeratedRow = Awaited<ReturnType<typeof findModerated>>[number];

/** A position in a list of reviews: the sorted figure, then the time of publication. */
type RatedPlace = { key: number; publishedAt: Date; id: string };

const RATED_PLACE = /^(-?\d{1,9})_(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const ratedCursorAfter = (cursor: string | undefined): RatedPlace | null =>
  readCursor(cursor, (text) => {
    const [, key, time, id] = RATED_PLACE.exec(text) ?? [];
    return key && time && id ? { key: Number(key), publishedAt: new Date(Number(time)), id } : null;
  });

const PLACE_KEYS: Record<ReviewSort, (review: Review) => number> = {
  newest: () => 0,
  highest: ({ rating }) => rating,
  lowest: ({ rating }) => -rating,
  helpful: ({ helpfulCount }) => helpfulCount,
};

/** Expects one row more than the page holds. Without a sort, the cursor is that of a list by age. */
function ratedPageOf<Row extends { review: Review }>(
  rows: readonly Row[],
  limit: number,
  sort: ReviewSort | null,
): PageOf<Row> {
  return pageBy(rows, limit, ({ review }) => {
    const place = `${publicationOf(review).getTime()}_${review.id}`;
    return sort === null ? place : `${PLACE_KEYS[sort](review)}_${place}`;
  });
}

const publicationOf = ({ publishedAt, createdAt }: Review) => publishedAt ?? createdAt;
