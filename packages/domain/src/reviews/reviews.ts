import type { BookingStatus } from "../bookings/statuses.ts";
import { DAY } from "../kernel/duration.ts";

export const REVIEW_ROLES = ["renter", "owner"] as const;
export type ReviewRole = (typeof REVIEW_ROLES)[number];

/** The subject of the overall rating. A general rating covers everything its author dealt with. */
export const REVIEW_TYPES = ["general", "item", "owner", "renter"] as const;
export type ReviewType = (typeof REVIEW_TYPES)[number];

/** The types a renter or an owner can choose. */
const TYPES_OF_ROLE = {
  renter: ["general", "item", "owner"],
  owner: ["general", "renter"],
} as const satisfies Record<ReviewRole, readonly ReviewType[]>;

export const isTypeOfRole = (role: ReviewRole, type: ReviewType): boolean =>
  (TYPES_OF_ROLE[role] as readonly ReviewType[]).includes(type);

/** An average is about an item, or about a person as owner or as renter. */
export type RatingSubject = "item" | ReviewRole;

/** The reviews that count toward an average: by whom, and of which types. */
export const COUNTED_REVIEWS = {
  item: { byRole: "renter", types: ["general", "item"] },
  owner: { byRole: "renter", types: ["general", "owner"] },
  renter: { byRole: "owner", types: ["general", "renter"] },
} as const satisfies Record<RatingSubject, { byRole: ReviewRole; types: readonly ReviewType[] }>;

export const otherRole = (role: ReviewRole): ReviewRole => (role === "renter" ? "owner" : "renter");

const REVIEW_DAYS = 14;

export type ReviewableBooking = {
  readonly status: BookingStatus;
  readonly returnedAt: Date | null;
  readonly closedAt: Date | null;
};

/** Bookings in these statuses were handed over. */
const RENTED: ReadonlySet<BookingStatus> = new Set(["return_submitted", "damaged_admin_review", "closed"]);

export type ReviewWindow = { readonly opensAt: Date; readonly closesAt: Date };

/** Both people can review from the return on, for 14 days. Without a return, from when the booking is closed. */
export function reviewWindowOf({ status, returnedAt, closedAt }: ReviewableBooking): ReviewWindow | null {
  const opensAt = returnedAt ?? closedAt;
  if (!RENTED.has(status) || opensAt === null) return null;
  return { opensAt, closesAt: new Date(opensAt.getTime() + REVIEW_DAYS * DAY) };
}

export type ReviewRefusal = "too_early" | "too_late" | "already_reviewed";

type Written = { readonly byRole: ReviewRole; readonly publishedAt: Date | null };

/** Nobody reviews after the other person's review was published: they could have read it. */
export function refusalOfReview(
  booking: ReviewableBooking,
  { role, written, now }: { role: ReviewRole; written: readonly Written[]; now: Date },
): ReviewRefusal | null {
  if (written.some(({ byRole }) => byRole === role)) return "already_reviewed";
  const window = reviewWindowOf(booking);
  if (window === null) return "too_early";
  return now >= window.closesAt || written.some(({ publishedAt }) => publishedAt !== null) ? "too_late" : null;
}

/** True if the filer of a claim could read the other person's review first. */
export const isFiledAfterReading = (filedAt: Date | null, publishedAt: Date | null): boolean =>
  filedAt !== null && publishedAt !== null && publishedAt <= filedAt;

/** To two decimals: a card rounds to one, and rounding a value that was rounded to one could be off by a tenth. */
export const averageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 100) / 100;
