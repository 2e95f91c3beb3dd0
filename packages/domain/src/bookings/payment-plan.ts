import { DAY, HOUR } from "../kernel/duration.ts";
import { endOfLimit, type Outage } from "../kernel/outages.ts";
import type { CancellationPolicy } from "../listings/item-terms.ts";

/** Days before the start at which a scheduled charge is attempted, and at which an unpaid booking is canceled. */
const ATTEMPT_DAYS = [7, 6, 5];
const CANCEL_DAYS = 4;

type ChargePlan =
  | { readonly kind: "capture_now" }
  | { readonly kind: "charge_later"; readonly tryAt: readonly Date[]; readonly cancelAt: Date };

type ApprovedRental = { readonly now: Date; readonly startAt: Date; readonly policy: CancellationPolicy };

/**
 * When an approved rental is charged. Under the milder policies nothing is owed long before the start, and refunding a
 * charge costs its fee, so the authorization is voided and the card charged a week before.
 */
export function chargePlan({ now, startAt, policy }: ApprovedRental): ChargePlan {
  const before = (days: number) => new Date(startAt.getTime() - days * DAY);
  if (policy === "strict" || before(ATTEMPT_DAYS[0] ?? 0) <= now) return { kind: "capture_now" };
  return { kind: "charge_later", tryAt: ATTEMPT_DAYS.map(before), cancelAt: before(CANCEL_DAYS) };
}

/**
 * Hours before the start at which a deposit hold is attempted, and after it at which an unsecured booking is canceled.
 */
const ATTEMPT_HOURS = [24, 18, 12];
const CANCEL_AFTER_HOURS = 2;
/** Claims are accepted until this long after the end. */
const CLAIM_HOURS = 48;
/** The shortest off-session authorization of the common cards: four days and eighteen hours. */
const HOLD_HOURS = 114;
/** A new hold is placed this long before the old one expires. */
const ROLL_BEFORE_HOURS = 12;
const MAX_ROLLOVERS = 3;

const DEPOSIT_MODES = ["hold", "rolling_hold", "charge_refund"] as const;
type DepositMode = (typeof DEPOSIT_MODES)[number];

type DepositPlan = { readonly tryAt: readonly Date[]; readonly cancelAt: Date };

/** A deposit is held a day before the start, or at once if that has passed. */
export function depositPlan(startAt: Date, now: Date): DepositPlan {
  const before = (hours: number) => new Date(startAt.getTime() - hours * HOUR);
  const left = ATTEMPT_HOURS.map(before).filter((instant) => instant > now);
  return {
    tryAt: left.length === ATTEMPT_HOURS.length ? left : [now, ...left],
    cancelAt: before(-CANCEL_AFTER_HOURS),
  };
}

type Attempts = { readonly tryAt: readonly Date[]; readonly cancelAt: Date };
type Postponed = { readonly outages: readonly Outage[]; readonly endAt: Date };

/**
 * The plan as it really runs. Attempts that an outage prevented are made after it, as far apart as planned, and the renter
 * has as long to pay. Nobody pays after the end of the rental.
 */
export function postponed<Plan extends Attempts>(plan: Plan, { outages, endAt }: Postponed): Plan {
  const first = plan.tryAt[0] ?? plan.cancelAt;
  const later = (instant: Date) => endOfLimit(outages, first, instant.getTime() - first.getTime());
  const cancelAt = new Date(
    Math.max(plan.cancelAt.getTime(), Math.min(later(plan.cancelAt).getTime(), endAt.getTime())),
  );
  return { ...plan, tryAt: plan.tryAt.map(later), cancelAt };
}

/** Minimum notice before the cancellation for the renter's policy to apply. */
const NOTICE_HOURS = 12;

/**
 * Whose refund rules apply when a booking is canceled because its deposit is missing. Without timely notice it isn't
 * the renter's fault, so they get a full refund.
 */
export const missingDepositRules = (remindedAt: Date | null, cancelAt: Date): "renter" | "admin" =>
  remindedAt !== null && remindedAt.getTime() + NOTICE_HOURS * HOUR <= cancelAt.getTime() ? "renter" : "admin";

/** The expected mode of a deposit that has not been placed yet. */
export const depositModeToCome = (startAt: Date, endAt: Date, now: Date): DepositMode =>
  depositMode(depositPlan(startAt, now).tryAt[0] ?? now, endAt);

/** How a deposit stays secured until claims close: one hold, a chain of renewed holds, or a charge that is refunded. */
export function depositMode(placedAt: Date, endAt: Date): DepositMode {
  const needed = (endAt.getTime() - placedAt.getTime()) / HOUR + CLAIM_HOURS;
  const rollovers = Math.ceil((needed - HOLD_HOURS) / (HOLD_HOURS - ROLL_BEFORE_HOURS));
  if (rollovers <= 0) return "hold";
  return rollovers <= MAX_ROLLOVERS ? "rolling_hold" : "charge_refund";
}
