const HOUR_MS = 3_600_000;

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
