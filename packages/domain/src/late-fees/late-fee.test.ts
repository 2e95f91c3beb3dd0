import { describe, expect, test } from "vitest";
import { type LocalTime, localDate } from "../kernel/calendar.ts";
import { cents } from "../kernel/money.ts";
import { instantOf } from "../kernel/zones.ts";
import { type LateFeeRule, type LateItem, lateFeeFor } from "./late-fee.ts";

const ZONE = "America/New_York";
const at = (text: string) => {
  const [date = "", time = ""] = text.split(" ");
  return instantOf(localDate(date), time as LocalTime, ZONE);
};

const RULE: LateFeeRule = {
  gracePeriodHours: 2,
  feeType: "fixed",
  feeAmount: 2500,
  maxFeeCents: null,
  dailyEscalationRate: 0,
  escalationCapDays: 7,
};
const ITEM: LateItem = { dailyRateCents: cents(4500), lateReturnFeeCents: cents(0), replacementValueCents: null };

type Case = {
  name: string;
  end?: string;
  returned: string;
  rule?: Partial<LateFeeRule>;
  item?: Partial<LateItem>;
  quantity?: number;
  expected: object;
};

const CASES: Case[] = [
  {
    name: "L1 within the grace",
    returned: "2025-06-08 20:00",
    expected: { daysLate: 0, calculatedCents: 0, cappedCents: 0 },
  },
  { name: "L2 a minute past it", returned: "2025-06-08 20:01", expected: { daysLate: 1, calculatedCents: 2500 } },
  {
    name: "L3 three days, growing by a quarter",
    returned: "2025-06-11 12:00",
    rule: { dailyEscalationRate: 25 },
    expected: { daysLate: 3, calculatedCents: 9375 },
  },
  {
    name: "L4 ten days, flat from the seventh, capped",
    returned: "2025-06-18 09:00",
    rule: { feeAmount: 2000, dailyEscalationRate: 10, maxFeeCents: cents(20_000) },
    expected: { daysLate: 10, calculatedCents: 27_800, cappedCents: 20_000 },
  },
  {
    name: "L5 27 hours over the end of daylight saving are one day and its grace",
    end: "2025-11-01 18:00",
    returned: "2025-11-02 20:00",
    rule: { feeAmount: 1500 },
    expected: { daysLate: 1, calculatedCents: 1500 },
  },
  {
    name: "L6 a share of the daily rate for two, capped by what they are worth",
    returned: "2025-06-10 10:00",
    rule: { feeType: "percentage", feeAmount: 150 },
    item: { replacementValueCents: cents(10_000) },
    quantity: 2,
    expected: { daysLate: 2, calculatedCents: 27_000, cappedCents: 20_000 },
  },
  {
    name: "L7 without grace",
    returned: "2025-06-09 21:00",
    rule: { gracePeriodHours: 0, feeAmount: 1500 },
    expected: { daysLate: 2, calculatedCents: 3000 },
  },
  {
    name: "the owner's own fee goes before the rule",
    returned: "2025-06-09 18:00",
    item: { lateReturnFeeCents: cents(700) },
    expected: { daysLate: 1, dailyLateFeeCents: 700, calculatedCents: 700 },
  },
  { name: "back early", returned: "2025-06-07 10:00", expected: { daysLate: 0, calculatedCents: 0 } },
];

describe("[LATE-01] late fee", () => {
  test.each(CASES)("$name", ({ end = "2025-06-08 18:00", returned, rule, item, quantity = 1, expected }) => {
    const late = { endAt: at(end), returnedAt: at(returned), timezone: ZONE, quantityLate: quantity };
    expect(lateFeeFor({ ...RULE, ...rule }, { ...ITEM, ...item }, late)).toMatchObject(expected);
  });
});
