import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";

/** Each policy by its name and in one sentence. */
export const CANCELLATION_WORDS: Record<CancellationPolicy, { label: string; text: string }> = {
  flexible: { label: "Flexible", text: "Full refund until 24 hours before the start, half until it begins" },
  moderate: { label: "Moderate", text: "Full refund until 5 days before the start, half until 24 hours before" },
  strict: { label: "Strict", text: "Full refund until 14 days before the start, half until 7 days before" },
};
