/** How soon a person decides about a request that was stopped. */
export const REVIEW_MS = 12 * 3_600_000;
