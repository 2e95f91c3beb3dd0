import { HOUR } from "../kernel/duration.ts";

/** Older requests say little about how fast an owner replies today. */
export const REPLY_WINDOW_DAYS = 90;
/** The newest requests of the window are enough for a median. */
export const MAX_REPLIES = 20;
const MIN_REPLIES = 5;
const FAST_MS = HOUR;

/** Milliseconds from the request to the owner's decision; null when the request expired without one. */
export type ReplyTime = number | null;

/** True when the owner usually replies within an hour. Too few requests prove nothing. */
export function isFastReplier(replies: readonly ReplyTime[]): boolean {
  if (replies.length < MIN_REPLIES) return false;
  const sorted = replies.map((time) => time ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other);
  // The later one of the two in the middle, so that exactly half is not "usually".
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY) <= FAST_MS;
}
