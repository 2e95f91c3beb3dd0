import { DAY, HOUR } from "../kernel/duration.ts";
import type { CancellationPolicy } from "../listings/item-terms.ts";

/** Days before the start at which a later charge is tried, and at which an unpaid booking is called off. */
const TRY_DAYS = [7, 6, 5];
const CALL_OFF_DAYS = 4;

type ChargePlan =
  | { readonly kind: "capture_now" }
  | { readonly kind: "charge_later"; readonly tryAt: readonly Date[]; readonly cancelAt: Date };

type Approved = { readonly now: Date; readonly startAt: Date; readonly policy: CancellationPolicy };

/**
 * When an approved rental is paid. Far ahead nothing is owed yet under the milder policies, and a charge that comes back
 * costs its fee, so the hold is let go and the card charged a week before.
 */
export function chargePlan({ now, startAt, policy }: Approved): ChargePlan {
  const before = (days: number) => new Date(startAt.getTime() - days * DAY);
  if (policy === "strict" || before(TRY_DAYS[0] ?? 0) <= now) return { kind: "capture_now" };
  return { kind: "charge_later", tryAt: TRY_DAYS.map(before), cancelAt: before(CALL_OFF_DAYS) };
}

/** Hours before the start at which a deposit is tried; unsecured so long after the start, the booking is called off. */
const TRY_HOURS = [24, 18, 12];
const CALL_OFF_HOURS = 2;
/** Claims may come until so long after the end. */
const CLAIM_HOURS = 48;
/** The shortest hold of the usual cards when nobody is there to confirm: four days and eighteen hours. */
const HOLD_HOURS = 114;
/** A new hold is placed so long before the old one ends. */
const ROLL_BEFORE_HOURS = 12;
const MAX_ROLLOVERS = 3;

const DEPOSIT_MODES = ["hold", "rolling_hold", "charge_refund"] as const;
type DepositMode = (typeof DEPOSIT_MODES)[number];

type DepositPlan = { readonly tryAt: readonly Date[]; readonly cancelAt: Date };

/** When a deposit is held: a day before the start, or at once when that is past. */
export function depositPlan(startAt: Date, now: Date): DepositPlan {
  const before = (hours: number) => new Date(startAt.getTime() - hours * HOUR);
  const left = TRY_HOURS.map(before).filter((instant) => instant > now);
  return {
    tryAt: left.length === TRY_HOURS.length ? left : [now, ...left],
    cancelAt: before(-CALL_OFF_HOURS),
  };
}

/** How a deposit will be kept safe that is not placed yet, as far as anybody can tell now. */
export const depositModeToCome = (startAt: Date, endAt: Date, now: Date): DepositMode =>
  depositMode(depositPlan(startAt, now).tryAt[0] ?? now, endAt);

/** How a deposit stays safe until claims can come no more: one hold, a row of holds, or a charge that is paid back. */
export function depositMode(placedAt: Date, endAt: Date): DepositMode {
  const needed = (endAt.getTime() - placedAt.getTime()) / HOUR + CLAIM_HOURS;
  const rollovers = Math.ceil((needed - HOLD_HOURS) / (HOLD_HOURS - ROLL_BEFORE_HOURS));
  if (rollovers <= 0) return "hold";
  return rollovers <= MAX_ROLLOVERS ? "rolling_hold" : "charge_refund";
}
