import type { ReviewSort, ReviewView } from "@nexby/contract/reviews/reviews";
import { countOf } from "@nexby/domain/kernel/amount-text";
import type { ReviewRole, ReviewType } from "@nexby/domain/reviews/reviews";

type Person = { firstName: string; lastName: string };

export const nameOf = ({ firstName, lastName }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A neighbor";

/** "Robin V." */
export const shortNameOf = ({ firstName, lastName }: Person): string =>
  firstName ? `${firstName}${lastName ? ` ${lastName.charAt(0)}.` : ""}` : "A neighbor";

export const starsText = (rating: number): string => `${countOf(rating, "star")} of 5`;

export const SORT_LABELS: Record<ReviewSort, string> = {
  newest: "Newest",
  highest: "Highest rated",
  lowest: "Lowest rated",
  helpful: "Most helpful",
};

const PARTS = ["communication", "punctuality", "condition"] as const;

/** The condition is that of the item at pickup, or as it came back. */
export const partLabels = (byRole: ReviewRole): Record<(typeof PARTS)[number], string> => ({
  communication: "Communication",
  punctuality: "Punctuality",
  condition: byRole === "renter" ? "Item’s condition" : "Condition at return",
});

/** "Communication 5 · Punctuality 4", or null. */
export function partsText(review: ReviewView): string | null {
  const labels = partLabels(review.byRole);
  const parts = PARTS.flatMap((part) => {
    const rating = review[`${part}Rating`];
    return rating === null ? [] : [`${labels[part]} ${rating}`];
  });
  return parts.length > 0 ? parts.join(" · ") : null;
}

/** Only renters choose, because an owner's review is always about the renter. */
export const typeOptions = (owner: string): { value: ReviewType; label: string }[] => [
  { value: "general", label: "Everything" },
  { value: "item", label: "Only the item" },
  { value: "owner", label: `Only ${owner}` },
];

/** What the rating is about, where that isn't everything. */
export function typeText({ reviewType, byRole }: ReviewView): string | null {
  if (byRole === "owner" || reviewType === "general") return null;
  return reviewType === "item" ? "Rating of the item" : "Rating of the owner";
}

export const BLIND_TEXT = (other: string, deadline: string): string =>
  `${other} can’t see your review before writing one. We publish both together, or yours on ${deadline}.`;

export const waitingText = (other: string, deadline: string): string =>
  `Only you can see it. We publish it when ${other} has written one too, or on ${deadline}.`;

export const helpfulText = (count: number): string => (count === 0 ? "Helpful" : `Helpful (${count})`);

type DisplayedReview = {
  id: string;
  /** 1 to 5 stars. */
  rating: number;
  comment: string;
  createdAt: string | null;
  reviewer: { id: string; firstName: string; lastName: string; profileImageUrl: string | null };
};

const DEFAULT_RATING = 5;

/** Validates a review and fills in defaults. */
export function displayedReviewOf(raw: Readonly<Record<string, unknown>>): DisplayedReview {
  const reviewer = (typeof raw.reviewer === "object" && raw.reviewer ? raw.reviewer : {}) as Record<string, unknown>;
  return {
    id: textOf(raw.id) ?? "",
    rating: isRating(raw.rating) ? raw.rating : DEFAULT_RATING,
    comment: textOf(raw.comment) ?? "",
    createdAt: textOf(raw.createdAt),
    reviewer: {
      id: textOf(reviewer.id) ?? "",
      firstName: textOf(reviewer.firstName) ?? "",
      lastName: textOf(reviewer.lastName) ?? "",
      profileImageUrl: textOf(reviewer.profileImageUrl),
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const isRating = (value: unknown): value is number => typeof value === "number" && value >= 1 && value <= 5;
