import { addDays, daysBetween } from "../kernel/calendar.ts";
import { type Cents, cents, percentOf } from "../kernel/money.ts";
import { instantOf, localDateOf, localTimeOf } from "../kernel/zones.ts";

const HOUR_MS = 3_600_000;
const WHOLE_PERCENT = 100;

type LateFeeType = "fixed" | "percentage";

export type LateFeeRule = {
  readonly gracePeriodHours: number;
  readonly feeType: LateFeeType;
  /** Cents of a fixed fee, percent of the daily rate otherwise. */
  readonly feeAmount: number;
  readonly maxFeeCents: Cents | null;
  /** Percent of the first day's fee that each further day costs more. */
  readonly dailyEscalationRate: number;
  /** From this day on the fee of a day grows no more. */
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
  /** The owner's own fee per day and unit; zero leaves it to the rule. */
  readonly lateReturnFeeCents: Cents;
  readonly replacementValueCents: Cents | null;
};

type LateFee = {
  readonly daysLate: number;
  /** Of the first day, for one unit. */
  readonly dailyLateFeeCents: Cents;
  readonly calculatedCents: Cents;
  readonly cappedCents: Cents;
};

/** The same time of day so many days later on the listing's own calendar: a day of 23 or 25 hours is a day. */
function laterByDays(instant: Date, days: number, zone: string): Date {
  return instantOf(addDays(localDateOf(instant, zone), days), localTimeOf(instant, zone), zone);
}

/** Days that have begun since the end, each with its grace. */
function daysLateOf({ endAt, returnedAt, timezone }: LateReturn, graceHours: number): number {
  const isWithin = (days: number) =>
    returnedAt.getTime() <= laterByDays(endAt, days, timezone).getTime() + graceHours * HOUR_MS;
  const elapsed = Math.max(0, daysBetween(localDateOf(endAt, timezone), localDateOf(returnedAt, timezone)));
  // The grace takes days away, the time of day may add one: the answer is among those around.
  const least = Math.max(0, elapsed - 1 - Math.ceil(graceHours / 24));
  const candidates = Array.from({ length: elapsed + 2 - least }, (_, index) => least + index);
  return candidates.find(isWithin) ?? 0;
}

function feeOfDay(base: Cents, day: number, { dailyEscalationRate, escalationCapDays }: LateFeeRule): Cents {
  const steps = Math.min(day, escalationCapDays) - 1;
  return percentOf(base, WHOLE_PERCENT + dailyEscalationRate * Math.max(0, steps));
}

/** What a late return costs: day by day, growing up to a point, and never more than the caps allow. */
export function lateFeeFor(rule: LateFeeRule, item: LateItem, late: LateReturn): LateFee {
  const daysLate = daysLateOf(late, rule.gracePeriodHours);
  const byRule = rule.feeType === "fixed" ? cents(rule.feeAmount) : percentOf(item.dailyRateCents, rule.feeAmount);
  const base = item.lateReturnFeeCents > 0 ? item.lateReturnFeeCents : byRule;
  let perUnit = 0;
  for (let day = 1; day <= daysLate; day += 1) perUnit += feeOfDay(base, day, rule);
  const calculated = cents(perUnit * late.quantityLate);
  const caps = [
    rule.maxFeeCents,
    item.replacementValueCents === null ? null : cents(item.replacementValueCents * late.quantityLate),
  ].filter((cap) => cap !== null);
  return {
    daysLate,
    dailyLateFeeCents: base,
    calculatedCents: calculated,
    cappedCents: cents(Math.min(calculated, ...caps)),
  };
}
