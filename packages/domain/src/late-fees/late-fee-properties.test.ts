import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../kernel/duration.ts";
import { type Cents, cents } from "../kernel/money.ts";
import { type LateFeeRule, type LateItem, lateFeeAt, lateFeeMeter, lateFeeTerms } from "./late-fee.ts";

const MAX_DAYS = 30;
const END_AT = new Date("2025-06-08T18:00:00Z");

/** Hundredths of a percent as the database writes a numeric(5,2): 3330 is "33.30". */
const percentText = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;

/** A rule and an item in whole numbers only; percents in hundredths. */
type Terms = {
  feeType: LateFeeRule["feeType"];
  feeCents: number;
  feeHundredths: number;
  escalationHundredths: number;
  capDays: number;
  graceHours: number;
  maxFeeCents: number | null;
  dailyRateCents: number;
  ownFeeCents: number;
  valueCents: number | null;
  quantity: number;
};

const optionalCents = (amount: number | null): Cents | null => (amount === null ? null : cents(amount));

function agreed(terms: Terms) {
  const common = {
    gracePeriodHours: terms.graceHours,
    maxFeeCents: optionalCents(terms.maxFeeCents),
    dailyEscalationRate: percentText(terms.escalationHundredths),
    escalationCapDays: terms.capDays,
  };
  const rule: LateFeeRule =
    terms.feeType === "fixed"
      ? { ...common, feeType: "fixed", feeCents: cents(terms.feeCents) }
      : { ...common, feeType: "percentage", feePercent: percentText(terms.feeHundredths) };
  const item: LateItem = {
    dailyRateCents: cents(terms.dailyRateCents),
    lateReturnFeeCents: cents(terms.ownFeeCents),
    replacementValueCents: optionalCents(terms.valueCents),
  };
  return lateFeeTerms(rule, item);
}

const rentalOf = ({ quantity }: Terms) => ({ endAt: END_AT, timezone: "UTC", quantity });
const later = (lateMs: number) => new Date(END_AT.getTime() + lateMs);
const feeOf = (terms: Terms, lateMs: number) => lateFeeAt(agreed(terms), rentalOf(terms), later(lateMs));

/** The designed formula as one fraction per day; n / d rounded half up is floor((2n + d) / 2d). */
function referenceFee(terms: Terms, lateMs: number) {
  const { ownFeeCents, feeType, feeCents, feeHundredths, dailyRateCents, escalationHundredths, capDays } = terms;
  const daysLate = Math.max(0, Math.ceil((lateMs - terms.graceHours * HOUR) / DAY));
  const [numerator, denominator] =
    ownFeeCents > 0
      ? [BigInt(ownFeeCents), 1n]
      : feeType === "fixed"
        ? [BigInt(feeCents), 1n]
        : [BigInt(dailyRateCents) * BigInt(feeHundredths), 10_000n];
  let perUnit = 0n;
  for (let day = 1; day <= daysLate; day += 1) {
    const n = numerator * (10_000n + BigInt(escalationHundredths) * BigInt(Math.min(day, capDays) - 1));
    const d = denominator * 10_000n;
    perUnit += (2n * n + d) / (2n * d);
  }
  return { daysLate, calculatedCents: Number(perUnit * BigInt(terms.quantity)) };
}

const TERMS: Terms = {
  feeType: "fixed",
  feeCents: 1_999,
  feeHundredths: 0,
  escalationHundredths: 0,
  capDays: MAX_DAYS,
  graceHours: 2,
  maxFeeCents: null,
  dailyRateCents: 4_567,
  ownFeeCents: 0,
  valueCents: null,
  quantity: 1,
};

const amount = fc.integer({ min: 0, max: 1_000_000 });
const hundredths = fc.integer({ min: 1, max: 10_000 });
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  feeType: fc.constantFrom("fixed", "percentage"),
  feeCents: amount,
  feeHundredths: hundredths,
  escalationHundredths: hundredths,
  capDays: fc.integer({ min: 1, max: MAX_DAYS }),
  graceHours: fc.integer({ min: 0, max: 48 }),
  maxFeeCents: fc.option(amount),
  dailyRateCents: amount,
  ownFeeCents: fc.oneof(fc.constant(0), amount),
  valueCents: fc.option(amount),
  quantity: fc.integer({ min: 1, max: 20 }),
});
const anyLateness = fc.integer({ min: 0, max: (MAX_DAYS * DAY) / MINUTE }).map((minutes) => minutes * MINUTE);

describe("late fee", () => {
  // The 30-day total includes the fee of every earlier day; each rate is also tested at another number of days.
  test("the late fee is exact at every rate from 0.01 to 100.00", () => {
    const everyRate = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const wrong = everyRate.flatMap((rate) =>
      [
        { terms: { ...TERMS, escalationHundredths: rate }, days: MAX_DAYS },
        {
          terms: { ...TERMS, feeType: "percentage" as const, feeHundredths: rate, escalationHundredths: rate },
          days: rate % 31,
        },
      ].filter(({ terms, days }) => {
        const fee = feeOf(terms, days * DAY);
        const isExact = fee.calculatedCents === referenceFee(terms, days * DAY).calculatedCents;
        return fee.daysLate !== days || !isExact;
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("the late fee is whole cents, equals the exact fraction, and stays within its caps for any terms", () => {
    fc.assert(
      fc.property(anyTerms, anyLateness, (terms, lateMs) => {
        const fee = feeOf(terms, lateMs);
        expect(fee).toMatchObject(referenceFee(terms, lateMs));
        expect(Number.isSafeInteger(fee.dailyLateFeeCents) && Number.isSafeInteger(fee.cappedCents)).toBe(true);
        const caps = [
          terms.maxFeeCents ?? Number.POSITIVE_INFINITY,
          (terms.valueCents ?? Number.POSITIVE_INFINITY) * terms.quantity,
        ];
        expect(fee.cappedCents).toBe(Math.min(fee.calculatedCents, ...caps));
      }),
      { numRuns: 2_000 },
    );
  });

  test("late fee never decreases as a return gets later", () => {
    fc.assert(
      fc.property(anyTerms, anyLateness, anyLateness, (terms, one, other) => {
        const [earlier, later] = [feeOf(terms, Math.min(one, other)), feeOf(terms, Math.max(one, other))];
        expect(later.daysLate).toBeGreaterThanOrEqual(earlier.daysLate);
        expect(later.calculatedCents).toBeGreaterThanOrEqual(earlier.calculatedCents);
        expect(later.cappedCents).toBeGreaterThanOrEqual(earlier.cappedCents);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the late fee changes only when the meter says so, and to the amount it says", () => {
    fc.assert(
      fc.property(anyTerms, anyLateness, (terms, lateMs) => {
        const { fee, nextDayAt, nextFeeCents } = lateFeeMeter(agreed(terms), rentalOf(terms), later(lateMs));
        expect(nextDayAt.getTime()).toBeGreaterThanOrEqual(later(lateMs).getTime());
        const at = (instant: number) => lateFeeAt(agreed(terms), rentalOf(terms), new Date(instant));
        expect(at(nextDayAt.getTime())).toEqual(fee);
        expect(at(nextDayAt.getTime() + 1)).toMatchObject({ daysLate: fee.daysLate + 1, cappedCents: nextFeeCents });
      }),
      { numRuns: 500 },
    );
  });
});

describe("[LATE-01] the late fee of units that come back on different days", () => {
  type Part = { units: number; lateMs: number };
  const anyParts = fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 4 }),
      lateMs: fc.integer({ min: -3 * DAY, max: MAX_DAYS * DAY }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const unitsOf = (parts: readonly Part[]) => parts.reduce((sum, { units }) => sum + units, 0);
  const returnsOf = (parts: readonly Part[]) => parts.map(({ units, lateMs }) => ({ units, at: later(lateMs) }));
  const lastOf = (parts: readonly Part[]) => later(Math.max(...parts.map(({ lateMs }) => lateMs)));
  const rentalOfParts = (parts: readonly Part[]) => ({
    endAt: END_AT,
    timezone: "UTC",
    quantity: unitsOf(parts),
    returns: returnsOf(parts),
  });

  test("the late fee of units that come back on different days is the sum over all days of each day's fee for the units still out", () => {
    fc.assert(
      fc.property(anyTerms, anyParts, (terms, parts) => {
        const uncapped = { ...terms, maxFeeCents: null, valueCents: null };
        const one = { ...uncapped, quantity: 1 };
        let expected = 0;
        for (let day = 1; day <= MAX_DAYS + 1; day += 1) {
          const stillOut = parts.filter(({ lateMs }) => lateMs > (day - 1) * DAY + terms.graceHours * HOUR);
          const feeOfDay =
            referenceFee(one, day * DAY + terms.graceHours * HOUR).calculatedCents -
            referenceFee(one, (day - 1) * DAY + terms.graceHours * HOUR).calculatedCents;
          expected += unitsOf(stillOut) * feeOfDay;
        }
        expect(lateFeeAt(agreed(uncapped), rentalOfParts(parts), lastOf(parts))).toMatchObject({
          calculatedCents: expected,
          cappedCents: expected,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test("the late fee of units that come back on different days charges no unit more than its value, and all of them no more than the maximum", () => {
    fc.assert(
      fc.property(anyTerms, anyParts, (terms, parts) => {
        const { valueCents, maxFeeCents } = terms;
        const perUnit = parts.map(({ units, lateMs }) => {
          const { calculatedCents } = referenceFee({ ...terms, quantity: 1 }, lateMs);
          return units * Math.min(calculatedCents, valueCents ?? Number.POSITIVE_INFINITY);
        });
        const sum = perUnit.reduce((one, other) => one + other, 0);
        const fee = lateFeeAt(agreed(terms), rentalOfParts(parts), lastOf(parts));
        expect(fee.cappedCents).toBe(Math.min(sum, maxFeeCents ?? Number.POSITIVE_INFINITY));
      }),
      { numRuns: 1_000 },
    );
  });

  test("the late fee of units that come back on different days never costs more than if all units had come back with the last one, and the same if they did", () => {
    fc.assert(
      fc.property(anyTerms, anyParts, (terms, parts) => {
        const rental = rentalOfParts(parts);
        const together = { ...rental, returns: [] };
        const at = lastOf(parts);
        const [apart, all] = [lateFeeAt(agreed(terms), rental, at), lateFeeAt(agreed(terms), together, at)];
        expect(apart.cappedCents).toBeLessThanOrEqual(all.cappedCents);
        expect(apart.daysLate).toBe(all.daysLate);
        const last = { ...rental, returns: [{ units: rental.quantity, at }] };
        expect(lateFeeAt(agreed(terms), last, at)).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  test("the late fee of units that come back on different days grows by the units still out only when the meter says so, and never beyond the meter's cap", () => {
    fc.assert(
      fc.property(anyTerms, anyParts, anyLateness, fc.integer({ min: 1, max: 5 }), (terms, parts, lateMs, left) => {
        const rental = { ...rentalOfParts(parts), quantity: unitsOf(parts) + left };
        const now = later(Math.max(lateMs, ...parts.map((part) => part.lateMs)));
        const { nextDayAt, nextFeeCents, capCents } = lateFeeMeter(agreed(terms), rental, now);
        const at = (instant: number) => lateFeeAt(agreed(terms), rental, new Date(instant)).cappedCents;
        expect(at(nextDayAt.getTime() + 1)).toBe(nextFeeCents);
        expect(at(nextDayAt.getTime() + 900 * DAY)).toBeLessThanOrEqual(capCents ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 300 },
    );
  });
});
