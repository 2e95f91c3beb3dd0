import type { OwnerRecordView } from "@nexby/contract/owner-record";
import { countOf } from "./count-of.ts";

/** Whoever agreed to fewer has not shown anything yet. */
const FEWEST_TO_PRAISE = 3;

/** How an owner keeps their word, in one sentence; null while there is nothing to say. */
export function ownerRecordWords({ agreedCount, canceledCount }: OwnerRecordView): string | null {
  if (canceledCount > 0) return `Canceled ${canceledCount} of ${countOf(agreedCount, "rental")} in the last year`;
  return agreedCount < FEWEST_TO_PRAISE ? null : "Has not canceled a rental in the last year";
}
