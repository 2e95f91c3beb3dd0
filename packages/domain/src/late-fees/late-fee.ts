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

type LateReturn = {
  readonly endAt: Date;
  readonly returnedAt: Date;
  readonly timezone: string;
  readonly quantityLate: number;
};

export type LateItem = {
  readonly dailyRateCents: Cents;
  /** The owner's own fee per day and unit; zero means the rule applies. */
  readonly lateReturnFeeCents: Cents;
  readonly replacementValueCents: Cents | null;
};

type LateFee = {
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

/** Days started since the end, each with the grace period. */
function daysLateOf({ endAt, returnedAt, timezone }: LateReturn, graceHours: number): number {
  const isWithin = (days: number) =>
    returnedAt.getTime() <= laterByDays(endAt, days, timezone).getTime() + graceHours * HOUR;
  const elapsed = Math.max(0, daysBetween(localDateOf(endAt, timezone), localDateOf(returnedAt, timezone)));
  // The grace period can reduce the number of days and the time of day can add one, so the result is among these.
  const fewest = Math.max(0, elapsed - 1 - Math.ceil(graceHours / 24));
  const candidates = Array.from({ length: elapsed + 2 - fewest }, (_, index) => fewest + index);
  return candidates.find(isWithin) ?? 0;
}

/** Not rounded yet: each day's fee is rounded once, from these exact factors. */
type Base = { readonly amount: Cents; readonly rate: Rate };

function baseOf(rule: LateFeeRule, item: LateItem): Base {
  if (item.lateReturnFeeCents > 0) return { amount: item.lateReturnFeeCents, rate: WHOLE_RATE };
  if (rule.feeType === "fixed") return { amount: rule.feeCents, rate: WHOLE_RATE };
  return { amount: item.dailyRateCents, rate: rateFromPercent(rule.feePercent) };
}

function feeOfDay({ amount, rate }: Base, day: number, escalation: Rate, capDays: number): Cents {
  const steps = Math.max(0, Math.min(day, capDays) - 1);
  return applyRates(amount, rate, WHOLE_RATE + escalation * BigInt(steps));
}

/** The fee for a late return: one amount per day, growing until the escalation cap, limited by the fee caps. */
export function lateFeeFor(rule: LateFeeRule, item: LateItem, late: LateReturn): LateFee {
  const daysLate = daysLateOf(late, rule.gracePeriodHours);
  const base = baseOf(rule, item);
  const escalation = rateFromPercent(rule.dailyEscalationRate);
  let perUnit = 0;
  for (let day = 1; day <= daysLate; day += 1) perUnit += feeOfDay(base, day, escalation, rule.escalationCapDays);
  const calculated = cents(perUnit * late.quantityLate);
  const caps = [
    rule.maxFeeCents,
    item.replacementValueCents === null ? null : cents(item.replacementValueCents * late.quantityLate),
  ].filter((cap) => cap !== null);
  return {
    daysLate,
    dailyLateFeeCents: feeOfDay(base, 1, escalation, rule.escalationCapDays),
    calculatedCents: calculated,
    cappedCents: cents(Math.min(calculated, ...caps)),
  };
}
