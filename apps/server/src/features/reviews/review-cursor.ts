import type { ReviewSort } from "@nexby/contract/reviews/reviews";
import { fieldError } from "../../platform/errors.ts";
import { type PageOf, pageOf } from "../../platform/paging.ts";
import type { reviews } from "../../schema/reviews.ts";

type Review = typeof reviews.$inferSelect;

/** A position in a list of reviews: the sorted figure, then the time of publication. */
export type RatedPlace = { key: number; publishedAt: Date; id: string };

const CURSOR = /^(-?\d{1,9})_(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns null for the first page. Rejects cursors that we did not issue. */
export function ratedCursorAfter(cursor: string | undefined): RatedPlace | null {
  if (cursor === undefined) return null;
  const [, key, time, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (!key || !time || !id) throw fieldError("cursor", "This cursor is invalid");
  return { key: Number(key), publishedAt: new Date(Number(time)), id };
}

const KEYS: Record<ReviewSort, (review: Review) => number> = {
  newest: () => 0,
  highest: ({ rating }) => rating,
  lowest: ({ rating }) => -rating,
  helpful: ({ helpfulCount }) => helpfulCount,
};

/** Expects one row more than the page holds. Without a sort, the cursor is that of a list by age. */
export function ratedPageOf<Row extends { review: Review }>(
  rows: readonly Row[],
  limit: number,
  sort: ReviewSort | null,
): PageOf<Row> {
  const placed = rows.map((row) => ({ row, id: row.review.id, createdAt: publicationOf(row.review) }));
  const page = pageOf(placed, limit);
  const last = page.rows.at(-1)?.row.review;
  const isMore = page.nextCursor !== null && last !== undefined;
  return {
    rows: page.rows.map(({ row }) => row),
    nextCursor: sort === null || !isMore ? page.nextCursor : encode(last, KEYS[sort](last)),
  };
}

const publicationOf = ({ publishedAt, createdAt }: Review) => publishedAt ?? createdAt;

const encode = (review: Review, key: number): string =>
  Buffer.from(`${key}_${publicationOf(review).getTime()}_${review.id}`).toString("base64url");
