import type { OwnerRecordView } from "@nexby/contract/bookings/bookings";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { countOf } from "./format.ts";

export const CANCELLATION_COPY: Record<CancellationPolicy, { label: string; text: string }> = {
  flexible: { label: "Flexible", text: "Full refund until 24 hours before the start, half until it begins" },
  moderate: { label: "Moderate", text: "Full refund until 5 days before the start, half until 24 hours before" },
  strict: { label: "Strict", text: "Full refund until 14 days before the start, half until 7 days before" },
};

/** Fewer approved bookings say nothing about an owner. */
const MIN_TO_PRAISE = 3;

/** Sentence about how reliably an owner keeps bookings; null while there is nothing to say. */
export function ownerRecordCopy({ agreedCount, canceledCount }: OwnerRecordView): string | null {
  if (canceledCount > 0) return `Canceled ${canceledCount} of ${countOf(agreedCount, "rental")} in the last year`;
  return agreedCount < MIN_TO_PRAISE ? null : "Has not canceled a rental in the last year";
}
