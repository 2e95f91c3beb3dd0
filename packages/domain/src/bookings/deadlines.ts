import { DAY, HOUR } from "../kernel/duration.ts";
import { endOfLimit, type Outage } from "../kernel/outages.ts";

/** Added to a deadline, because the deadline itself is still on time. */
export const JUST_AFTER_MS = 1;
/** The usual time for an owner to decide. */
export const OWNER_DECISION_MS = 24 * HOUR;
/** A hold is renewed or used this long before it expires. */
export const BEFORE_HOLD_ENDS_MS = 12 * HOUR;
/** The renter can dispute the owner's handoff claim for this long; after that it is accepted. */
const HANDOFF_DISPUTE_MS = 2 * HOUR;
/** Time to contest a no-show report. */
export const CONTEST_MS = 12 * HOUR;
/** Time for the owner to inspect a returned item before it is accepted as fine. */
const INSPECTION_MS = 48 * HOUR;
export const GRACE_MS = 2 * HOUR;
/** Time between the end of a booking and its payout, in which a problem can still be reported. */
export const PAYOUT_DELAY_MS = 48 * HOUR;
/** An item this late is treated as lost. */
export const LOST_AFTER_DAYS = 7;
export const LOST_AFTER_MS = LOST_AFTER_DAYS * DAY;
/** A booking is endangered this long before its start, while an earlier renter has its units. */
export const ENDANGERED_AHEAD_MS = 3 * DAY;
/** Without any report this long after the end, a rental is completed, or goes to admins. */
const UNREPORTED_AFTER_MS = 48 * HOUR;
/** After the meeting time, both sides are reminded to report the handoff. */
export const REPORT_REMINDERS_MS = [HOUR, 12 * HOUR] as const;
/** How many times the card is authorized again for a request that still waits for a decision. */
export const MAX_RE_AUTH_ATTEMPTS = 3;
/** A booking that waits for an admin may not block the renter's card forever. */
export const MAX_WAITING_RENEWALS = 3;
/** Admins are notified this long before the last hold expires. */
export const LAST_HOLD_NOTICE_MS = 48 * HOUR;

type Limited = { readonly outages: readonly Outage[] };

/** Until when the renter can dispute the owner's mark that the item was handed over. */
export const handoffDisputeUntil = ({
  outages,
  ownerHandedOverAt,
}: Limited & { readonly ownerHandedOverAt: Date | null }): Date | null =>
  ownerHandedOverAt && endOfLimit(outages, ownerHandedOverAt, HANDOFF_DISPUTE_MS);

/** Until when the owner can inspect a returned item and claim damage. */
export const inspectionUntil = ({ outages, returnedAt }: Limited & { readonly returnedAt: Date | null }): Date | null =>
  returnedAt && endOfLimit(outages, returnedAt, INSPECTION_MS);

type Ending = Limited & { readonly endAt: Date };

/** Until when both sides can report whether the rental took place. */
export const unreportedUntil = ({ outages, endAt }: Ending): Date => endOfLimit(outages, endAt, UNREPORTED_AFTER_MS);

/** The instant from which an item that isn't back is considered lost. */
export const lostAfter = ({ outages, endAt }: Ending): Date => endOfLimit(outages, endAt, LOST_AFTER_MS);

export const plus = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

const BEFORE_START_HOURS = 1;
const BEFORE_AUTHORIZATION_ENDS_HOURS = 12;

/** Cutoff for approving a request. */
export const lastDecisionAt = (startAt: Date): Date => new Date(startAt.getTime() - BEFORE_START_HOURS * HOUR);

type DecisionTiming = {
  readonly now: Date;
  readonly startAt: Date;
  /** Null if the authorization is still to come. */
  readonly authExpiresAt: Date | null;
  /** Decision time the platform gives owners. */
  readonly hours: number;
};

/** The earliest of the platform's decision time and the cutoffs before the start and the authorization's expiry. */
export const ownerDecisionDeadline = ({ now, startAt, authExpiresAt, hours }: DecisionTiming): Date =>
  new Date(
    Math.min(
      now.getTime() + hours * HOUR,
      lastDecisionAt(startAt).getTime(),
      authExpiresAt ? authExpiresAt.getTime() - BEFORE_AUTHORIZATION_ENDS_HOURS * HOUR : Number.POSITIVE_INFINITY,
    ),
  );

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
  // For an even count, take the upper median: exactly half isn't "usually".
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY) <= FAST_MS;
}
