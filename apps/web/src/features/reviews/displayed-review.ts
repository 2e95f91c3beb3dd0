export type DisplayedReview = {
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
