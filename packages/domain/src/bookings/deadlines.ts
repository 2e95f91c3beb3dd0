export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A hold is renewed, or used, so long before it ends. */
export const BEFORE_HOLD_ENDS_MS = 12 * HOUR_MS;
/** An owner who says it was handed over is believed after so long without a word from the renter. */
export const HANDOFF_DISPUTE_MS = 2 * HOUR_MS;
/** So long may somebody say otherwise who is said not to have come. */
export const CONTEST_MS = 12 * HOUR_MS;
/** How long an owner may look at what came back before it counts as fine. */
export const INSPECTION_MS = 48 * HOUR_MS;
export const GRACE_MS = 2 * HOUR_MS;
/** After so long without the item it counts as lost. */
export const LOST_AFTER_MS = 7 * DAY_MS;
/** When nobody can report a no-show any more, and nobody has said that anything happened. */
export const MISSED_AFTER_MS = 12 * HOUR_MS;

export const plus = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

const BEFORE_START_HOURS = 1;
const BEFORE_AUTHORIZATION_ENDS_HOURS = 12;

/** From then on nobody can say yes any more. */
export const lastDecisionAt = (startAt: Date): Date => new Date(startAt.getTime() - BEFORE_START_HOURS * HOUR_MS);

type Asked = {
  readonly now: Date;
  readonly startAt: Date;
  readonly authExpiresAt: Date;
  /** What the platform gives owners. */
  readonly hours: number;
};

/** Until when an owner can say yes: the first of what the platform gives, the start, and the end of the card's hold. */
export const ownerDecisionDeadline = ({ now, startAt, authExpiresAt, hours }: Asked): Date =>
  new Date(
    Math.min(
      now.getTime() + hours * HOUR_MS,
      lastDecisionAt(startAt).getTime(),
      authExpiresAt.getTime() - BEFORE_AUTHORIZATION_ENDS_HOURS * HOUR_MS,
    ),
  );
