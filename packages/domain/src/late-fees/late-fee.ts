import { addDays, daysBetween } from "../kernel/calendar.ts";
import { HOUR } from "../kernel/duration.ts";
import { applyRates, type Cents, cents, type Rate, rateFromPercent, WHOLE_RATE } from "../kernel/money.ts";
import { instantOf, localDateOf, localTimeOf } from "../kernel/zones.ts";
import { type ReturnedUnits, unitsOf } from "../returns/returned-units.ts";

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

/** The terms renter and owner agree on at checkout. Plain JSON, so that it can be stored with the price. */
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
export type LateRental = {
  readonly endAt: Date;
  readonly timezone: string;
  readonly quantity: number;
  /** Units that came back before the others. */
  readonly returns?: readonly ReturnedUnits[];
};

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

/** The most that a late return of all units can cost; null without a limit. */
export function lateFeeCap({ maxFeeCents, replacementValueCents }: LateFeeTerms, quantity: number): Cents | null {
  const caps = [maxFeeCents, replacementValueCents === null ? null : replacementValueCents * quantity];
  const known = caps.filter((cap) => cap !== null);
  return known.length === 0 ? null : cents(Math.min(...known));
}

/** Units, and how many days late each of them came back or is now. */
type LateUnits = { readonly units: number; readonly daysLate: number };

function lateUnitsAt(terms: LateFeeTerms, rental: LateRental, at: Date, mostDays: number) {
  const daysLateAt = (instant: Date) => Math.min(mostDays, daysLateOf(rental, instant, terms.gracePeriodHours));
  const back = (rental.returns ?? []).filter((one) => one.at <= at);
  const returned = back.map((one): LateUnits => ({ units: one.units, daysLate: daysLateAt(one.at) }));
  return { returned, out: { units: rental.quantity - unitsOf(back), daysLate: daysLateAt(at) } };
}

function feePerUnit(terms: LateFeeTerms, daysLate: number): number {
  let perUnit = 0;
  for (let day = 1; day <= daysLate; day += 1) perUnit += feeOfDay(terms, day);
  return perUnit;
}

/** Each day costs its fee for each unit that was still out. No unit costs more than its replacement value. */
function feeOfUnits(terms: LateFeeTerms, late: readonly LateUnits[]): LateFee {
  const mostPerUnit = terms.replacementValueCents ?? Number.POSITIVE_INFINITY;
  let [calculated, capped] = [0, 0];
  for (const { units, daysLate } of late) {
    const perUnit = feePerUnit(terms, daysLate);
    calculated += units * perUnit;
    capped += units * Math.min(perUnit, mostPerUnit);
  }
  return {
    daysLate: Math.max(0, ...late.map(({ units, daysLate }) => (units > 0 ? daysLate : 0))),
    dailyLateFeeCents: firstDayFee(terms),
    calculatedCents: cents(calculated),
    cappedCents: cents(Math.min(capped, terms.maxFeeCents ?? Number.POSITIVE_INFINITY)),
  };
}

/**
 * The fee at an instant: one amount per unit and day started, growing until the escalation cap, limited by the fee caps.
 * No day after `mostDays` counts.
 */
export function lateFeeAt(terms: LateFeeTerms, rental: LateRental, at: Date, mostDays = Number.POSITIVE_INFINITY) {
  const { returned, out } = lateUnitsAt(terms, rental, at, mostDays);
  return feeOfUnits(terms, [...returned, out]);
}

/** The fee for that many late days, for all units. */
export const lateFeeOfDays = (terms: LateFeeTerms, quantity: number, daysLate: number): Cents =>
  feeOfUnits(terms, [{ units: quantity, daysLate }]).cappedCents;

type LateFeeMeter = {
  readonly fee: LateFee;
  /** From then on, the fee is `nextFeeCents`. */
  readonly nextDayAt: Date;
  readonly nextFeeCents: Cents;
  /** The most it can become with the units that are still out; null without a limit. */
  readonly capCents: Cents | null;
};

/** The current cost of a late return, and from when it costs more. */
export function lateFeeMeter(
  terms: LateFeeTerms,
  rental: LateRental,
  now: Date,
  mostDays = Number.POSITIVE_INFINITY,
): LateFeeMeter {
  const { returned, out } = lateUnitsAt(terms, rental, now, mostDays);
  const feeWith = (daysLate: number) => feeOfUnits(terms, [...returned, { units: out.units, daysLate }]);
  const fee = feeWith(out.daysLate);
  const capOfOut = lateFeeCap({ ...terms, maxFeeCents: null }, out.units);
  const capOfUnits =
    capOfOut === null ? null : feeOfUnits({ ...terms, maxFeeCents: null }, returned).cappedCents + capOfOut;
  const caps = [terms.maxFeeCents, capOfUnits].filter((cap) => cap !== null);
  return {
    fee,
    nextDayAt: lateDayEnds(rental, terms.gracePeriodHours, out.daysLate),
    nextFeeCents: feeWith(Math.min(mostDays, out.daysLate + 1)).cappedCents,
    capCents: caps.length === 0 ? null : cents(Math.min(...caps)),
  };
}
