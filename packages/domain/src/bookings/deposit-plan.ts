const HOUR_MS = 3_600_000;

/** Hours before the start at which a deposit is tried; unsecured so long after the start, the booking is called off. */
const TRY_HOURS = [24, 18, 12];
const CALL_OFF_HOURS = 2;
/** Claims may come until so long after the end. */
const CLAIM_HOURS = 48;
/** The shortest hold of the usual cards when nobody is there to confirm: four days and eighteen hours. */
const HOLD_HOURS = 114;
/** A new hold is placed so long before the old one ends. */
const ROLL_BEFORE_HOURS = 12;
const MOST_ROLLOVERS = 3;

const DEPOSIT_MODES = ["hold", "rolling_hold", "charge_refund"] as const;
type DepositMode = (typeof DEPOSIT_MODES)[number];

type DepositPlan = { readonly tryAt: readonly Date[]; readonly callOffAt: Date };

/** When a deposit is held: a day before the start, or at once when that is past. */
export function depositPlan(startAt: Date, now: Date): DepositPlan {
  const before = (hours: number) => new Date(startAt.getTime() - hours * HOUR_MS);
  const left = TRY_HOURS.map(before).filter((instant) => instant > now);
  return {
    tryAt: left.length === TRY_HOURS.length ? left : [now, ...left],
    callOffAt: before(-CALL_OFF_HOURS),
  };
}

/** How a deposit will be kept safe that is not placed yet, as far as anybody can tell now. */
export const depositModeToCome = (startAt: Date, endAt: Date, now: Date): DepositMode =>
  depositMode(depositPlan(startAt, now).tryAt[0] ?? now, endAt);

/** How a deposit stays safe until claims can come no more: one hold, a row of holds, or a charge that is paid back. */
export function depositMode(placedAt: Date, endAt: Date): DepositMode {
  const needed = (endAt.getTime() - placedAt.getTime()) / HOUR_MS + CLAIM_HOURS;
  const rollovers = Math.ceil((needed - HOLD_HOURS) / (HOLD_HOURS - ROLL_BEFORE_HOURS));
  if (rollovers <= 0) return "hold";
  return rollovers <= MOST_ROLLOVERS ? "rolling_hold" : "charge_refund";
}
