import { addDays, daysBetween } from "../kernel/calendar.ts";
import { HOUR } from "../kernel/duration.ts";
import { applyRates, type Cents, cents, type Rate, rateFromPercent, WHOLE_RATE } from "../kernel/money.ts";
import { instantOf, localDateOf, localTimeOf } from "../kernel/zones.ts";

/** The fee for the first day, per unit. */
type FirstDayFee =
  | { readonly feeType: "fixed"; readonly feeCents: Cents }
  /** Percent of the daily rate. */
  | { readonly feeType: "percentage"; readonly feePercent: string };

/** Percents are decimal strings such as "33.30", so that a rule stays exact in the database and in JSON. */
export type LateFeeRule = FirstDayFee & {
  readonly gracePeriodHours: number;
  readonly maxFeeCents: Cents | null;
  /** Each further day costs this percent of the first day's fee more. */
  readonly dailyEscalationRate: string;
  /** The daily fee stops growing on this day. */
  readonly escalationCapDays: number;
};

export type LateItem = {
  readonly dailyRateCents: Cents;
  /** The owner's own fee per day and unit; zero means the rule applies. */
  readonly lateReturnFeeCents: Cents;
  readonly replacementValueCents: Cents | null;
};

/** What renter and owner agree on at checkout. Plain JSON, so that it can be stored with the price. */
export type LateFeeTerms = {
  /** The rule that applied, for the record. */
  readonly ruleId: string | null;
  /** The first day costs this percent of this amount, per unit. */
  readonly baseCents: number;
  readonly basePercent: string;
  readonly gracePeriodHours: number;
  readonly dailyEscalationRate: string;
  readonly escalationCapDays: number;
  readonly maxFeeCents: number | null;
  /** Per unit. The fee for all units never exceeds their replacement value. */
  readonly replacementValueCents: number | null;
};

const WHOLE_PERCENT = "100";

/** The owner's fee sets the base; the rule sets everything else. */
export function lateFeeTerms(rule: LateFeeRule, item: LateItem, ruleId: string | null = null): LateFeeTerms {
  return {
    ruleId,
    ...baseOf(rule, item),
    gracePeriodHours: rule.gracePeriodHours,
    dailyEscalationRate: rule.dailyEscalationRate,
    escalationCapDays: rule.escalationCapDays,
    maxFeeCents: rule.maxFeeCents,
    replacementValueCents: item.replacementValueCents,
  };
}

function baseOf(rule: LateFeeRule, item: LateItem): Pick<LateFeeTerms, "baseCents" | "basePercent"> {
  if (item.lateReturnFeeCents > 0) return { baseCents: item.lateReturnFeeCents, basePercent: WHOLE_PERCENT };
  if (rule.feeType === "fixed") return { baseCents: rule.feeCents, basePercent: WHOLE_PERCENT };
  return { baseCents: item.dailyRateCents, basePercent: rule.feePercent };
}

/** A rental as far as its late fee depends on it. */
export type LateRental = { readonly endAt: Date; readonly timezone: string; readonly quantity: number };

export type LateFee = {
  readonly daysLate: number;
  /** For the first day, per unit. */
  readonly dailyLateFeeCents: Cents;
  readonly calculatedCents: Cents;
  readonly cappedCents: Cents;
};

/** The same time of day that many days later on the listing's calendar, so a day of 23 or 25 hours is one day. */
function laterByDays(instant: Date, days: number, zone: string): Date {
  return instantOf(addDays(localDateOf(instant, zone), days), localTimeOf(instant, zone), zone);
}

type Due = Pick<LateRental, "endAt" | "timezone">;

/** The last instant at which the item is at most that many days late. Zero days: the end of the grace period. */
export const lateDayEnds = ({ endAt, timezone }: Due, graceHours: number, daysLate: number): Date =>
  new Date(laterByDays(endAt, daysLate, timezone).getTime() + graceHours * HOUR);

/** Days started since the end, each with the grace period. */
function daysLateOf(due: Due, at: Date, graceHours: number): number {
  const elapsed = Math.max(0, daysBetween(localDateOf(due.endAt, due.timezone), localDateOf(at, due.timezone)));
  // The grace period can reduce the number of days and the time of day can add one, so the result is among these.
  const fewest = Math.max(0, elapsed - 1 - Math.ceil(graceHours / 24));
  const candidates = Array.from({ length: elapsed + 2 - fewest }, (_, index) => fewest + index);
  return candidates.find((days) => at <= lateDayEnds(due, graceHours, days)) ?? 0;
}

/** Each day's fee is rounded once, from the exact factors. */
function feeOfDay(terms: LateFeeTerms, day: number): Cents {
  const steps = Math.max(0, Math.min(day, terms.escalationCapDays) - 1);
  const escalation: Rate = rateFromPercent(terms.dailyEscalationRate) * BigInt(steps);
  return applyRates(cents(terms.baseCents), rateFromPercent(terms.basePercent), WHOLE_RATE + escalation);
}

/** Per unit. */
export const firstDayFee = (terms: LateFeeTerms): Cents => feeOfDay(terms, 1);

/** The most that a late return can cost; null without a limit. */
export function lateFeeCap({ maxFeeCents, replacementValueCents }: LateFeeTerms, quantity: number): Cents | null {
  const caps = [maxFeeCents, replacementValueCents === null ? null : replacementValueCents * quantity];
  const known = caps.filter((cap) => cap !== null);
  return known.length === 0 ? null : cents(Math.min(...known));
}

function feeForDays(terms: LateFeeTerms, quantity: number, daysLate: number): LateFee {
  let perUnit = 0;
  for (let day = 1; day <= daysLate; day += 1) perUnit += feeOfDay(terms, day);
  const calculatedCents = cents(perUnit * quantity);
  const cap = lateFeeCap(terms, quantity);
  const cappedCents = cap === null ? calculatedCents : cents(Math.min(calculatedCents, cap));
  return { daysLate, dailyLateFeeCents: firstDayFee(terms), calculatedCents, cappedCents };
}

/** The fee at an instant: one amount per day started, growing until the escalation cap, limited by the fee caps. */
export const lateFeeAt = (terms: LateFeeTerms, rental: LateRental, at: Date): LateFee =>
  feeForDays(terms, rental.quantity, daysLateOf(rental, at, terms.gracePeriodHours));

type LateFeeMeter = {
  readonly fee: LateFee;
  /** From then on, the fee is `nextFeeCents`. */
  readonly nextDayAt: Date;
  readonly nextFeeCents: Cents;
  readonly capCents: Cents | null;
};

/** What a late return costs now and from when it costs more. */
export function lateFeeMeter(terms: LateFeeTerms, rental: LateRental, now: Date): LateFeeMeter {
  const fee = lateFeeAt(terms, rental, now);
  return {
    fee,
    nextDayAt: lateDayEnds(rental, terms.gracePeriodHours, fee.daysLate),
    nextFeeCents: feeForDays(terms, rental.quantity, fee.daysLate + 1).cappedCents,
    capCents: lateFeeCap(terms, rental.quantity),
  };
}
