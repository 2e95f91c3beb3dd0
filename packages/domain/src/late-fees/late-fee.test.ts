import { describe, expect, test } from "vitest";
import { type LocalTime, localDate } from "../kernel/calendar.ts";
import { cents } from "../kernel/money.ts";
import { instantOf } from "../kernel/zones.ts";
import { type LateFeeRule, type LateItem, lateFeeAt, lateFeeMeter, lateFeeTerms } from "./late-fee.ts";
import { type RuleConditions, type RuledItem, ruleFor } from "./late-fee-rules.ts";

const ZONE = "America/New_York";
const at = (text: string) => {
  const [date = "", time = ""] = text.split(" ");
  return instantOf(localDate(date), time as LocalTime, ZONE);
};

const TERMS = { gracePeriodHours: 2, maxFeeCents: null, dailyEscalationRate: "0", escalationCapDays: 7 };
type Terms = Partial<Pick<LateFeeRule, keyof typeof TERMS>>;
const fixed = (feeCents: number, terms: Terms = {}): LateFeeRule => ({
  ...TERMS,
  ...terms,
  feeType: "fixed",
  feeCents: cents(feeCents),
});
const percentage = (feePercent: string, terms: Terms = {}): LateFeeRule => ({
  ...TERMS,
  ...terms,
  feeType: "percentage",
  feePercent,
});
const ITEM: LateItem = { dailyRateCents: cents(4500), lateReturnFeeCents: cents(0), replacementValueCents: null };

type Case = {
  name: string;
  end?: string;
  returned: string;
  rule: LateFeeRule;
  item?: Partial<LateItem>;
  quantity?: number;
  expected: object;
};

const CASES: Case[] = [
  {
    name: "L1 charges nothing at the end of the grace period",
    returned: "2025-06-08 20:00",
    rule: fixed(2500),
    expected: { daysLate: 0, calculatedCents: 0, cappedCents: 0 },
  },
  {
    name: "L2 charges one day a minute after the grace period",
    returned: "2025-06-08 20:01",
    rule: fixed(2500),
    expected: { daysLate: 1, calculatedCents: 2500, cappedCents: 2500 },
  },
  {
    name: "L3 raises the fee by a quarter of the first day's fee each day",
    returned: "2025-06-11 12:00",
    rule: fixed(2500, { dailyEscalationRate: "25" }),
    expected: { daysLate: 3, dailyLateFeeCents: 2500, calculatedCents: 9375, cappedCents: 9375 },
  },
  {
    name: "L4 keeps the daily fee flat from day 7 and limits the total to the rule's maximum",
    returned: "2025-06-18 09:00",
    rule: fixed(2000, { dailyEscalationRate: "10", maxFeeCents: cents(20_000) }),
    expected: { daysLate: 10, calculatedCents: 27_800, cappedCents: 20_000 },
  },
  {
    name: "L5 counts 27 hours across the end of daylight saving time as one day within its grace period",
    end: "2025-11-01 18:00",
    returned: "2025-11-02 20:00",
    rule: fixed(1500),
    expected: { daysLate: 1, calculatedCents: 1500, cappedCents: 1500 },
  },
  {
    name: "L6 charges a percentage of the daily rate for two units, limited to their replacement value",
    returned: "2025-06-10 10:00",
    rule: percentage("150"),
    item: { replacementValueCents: cents(10_000) },
    quantity: 2,
    expected: { daysLate: 2, dailyLateFeeCents: 6750, calculatedCents: 27_000, cappedCents: 20_000 },
  },
  {
    name: "costs at most the lower of the rule's maximum and the replacement value",
    returned: "2025-06-10 10:00",
    rule: fixed(2500, { maxFeeCents: cents(4_000) }),
    item: { replacementValueCents: cents(4_500) },
    expected: { daysLate: 2, calculatedCents: 5_000, cappedCents: 4_000 },
  },
  {
    name: "L7 charges two days without a grace period",
    returned: "2025-06-09 21:00",
    rule: fixed(1500, { gracePeriodHours: 0 }),
    expected: { daysLate: 2, calculatedCents: 3000, cappedCents: 3000 },
  },
  {
    name: "uses the owner's own fee instead of the rule's",
    returned: "2025-06-09 18:00",
    rule: fixed(2500),
    item: { lateReturnFeeCents: cents(700) },
    expected: { daysLate: 1, dailyLateFeeCents: 700, calculatedCents: 700 },
  },
  {
    name: "charges nothing for an early return",
    returned: "2025-06-07 10:00",
    rule: fixed(2500),
    expected: { daysLate: 0, calculatedCents: 0 },
  },
  {
    name: "adds up an escalation of 33.3% exactly: 1000 + 1333 + 1666 + 1999",
    returned: "2025-06-11 21:00",
    rule: fixed(1000, { dailyEscalationRate: "33.3" }),
    expected: { daysLate: 4, calculatedCents: 5998 },
  },
  {
    name: "rounds each day once: half of 999 is 499.5, charged as 500 on day 1 and as 999 when it doubles on day 2",
    returned: "2025-06-09 21:00",
    rule: percentage("50", { dailyEscalationRate: "100" }),
    item: { dailyRateCents: cents(999) },
    expected: { daysLate: 2, dailyLateFeeCents: 500, calculatedCents: 500 + 999 },
  },
];

describe("[LATE-01] late fee", () => {
  test.each(CASES.map((one) => [one.name, one] as const))("%s", (_, given) => {
    const { end = "2025-06-08 18:00", returned, rule, item, quantity = 1, expected } = given;
    const rental = { endAt: at(end), timezone: ZONE, quantity };
    expect(lateFeeAt(lateFeeTerms(rule, { ...ITEM, ...item }), rental, at(returned))).toMatchObject(expected);
  });
});

describe("[LATE-01] the meter", () => {
  const meter = (now: string, rule: LateFeeRule, end = "2025-06-08 18:00") => {
    const rental = { endAt: at(end), timezone: ZONE, quantity: 2 };
    const { fee, ...next } = lateFeeMeter(lateFeeTerms(rule, ITEM), rental, at(now));
    return { now: fee.cappedCents, ...next };
  };
  const RULE = fixed(2500, { dailyEscalationRate: "20", maxFeeCents: cents(12_000) });

  test.each([
    ["before the end", "2025-06-08 12:00", 0, "2025-06-08 20:00", 5_000],
    ["at the end of the grace period", "2025-06-08 20:00", 0, "2025-06-08 20:00", 5_000],
    ["on the first day", "2025-06-08 20:01", 5_000, "2025-06-09 20:00", 11_000],
    ["before the cap is reached", "2025-06-10 09:00", 11_000, "2025-06-10 20:00", 12_000],
    ["at the cap", "2025-06-11 09:00", 12_000, "2025-06-11 20:00", 12_000],
  ])("the meter shows the fee %s and when it grows", (_, now, fee, nextDayAt, nextFeeCents) => {
    expect(meter(now, RULE)).toEqual({ now: fee, nextDayAt: at(nextDayAt), nextFeeCents, capCents: 12_000 });
  });

  test("the meter doesn't grow after the last day that counts", () => {
    const rental = { endAt: at("2025-06-08 18:00"), timezone: ZONE, quantity: 2 };
    const nextOn = (now: string) => lateFeeMeter(lateFeeTerms(fixed(2500), ITEM), rental, at(now), 2).nextFeeCents;
    expect([nextOn("2025-06-08 20:01"), nextOn("2025-06-09 20:01")]).toEqual([10_000, 10_000]);
  });

  test("the meter starts the next day at the same time on the clock after daylight saving time ends", () => {
    expect(meter("2025-11-01 21:00", fixed(1000), "2025-11-01 18:00")).toMatchObject({
      nextDayAt: at("2025-11-02 20:00"),
      capCents: null,
    });
  });
});

const ANY: Omit<RuleConditions, "id"> = {
  categoryId: null,
  itemValueMinCents: null,
  itemValueMaxCents: null,
  priority: 0,
  isActive: true,
  createdAt: new Date("2026-01-01T00:00:00Z"),
};
const rule = (id: string, conditions: Partial<RuleConditions> = {}): RuleConditions => ({ ...ANY, id, ...conditions });
const NEWER = { createdAt: new Date("2026-02-01T00:00:00Z") };
const BIKE: RuledItem = { categoryIds: ["bikes", "sports"], valueCents: 50_000 };

describe("[LATE-01] the rule for an item", () => {
  test.each<[string, RuleConditions[], RuledItem, string | null]>([
    ["none without rules", [], BIKE, null],
    ["never an inactive one", [rule("all", { isActive: false })], BIKE, null],
    ["one without conditions for every item", [rule("all")], { categoryIds: [], valueCents: null }, "all"],
    ["one of any of the item's categories", [rule("sports", { categoryId: "sports" })], BIKE, "sports"],
    ["none of another category", [rule("boats", { categoryId: "boats" })], BIKE, null],
    ["includes the smallest value", [rule("from", { itemValueMinCents: 50_000 })], BIKE, "from"],
    ["excludes the largest value", [rule("below", { itemValueMaxCents: 50_000 })], BIKE, null],
    ["is open to the top", [rule("from", { itemValueMinCents: 1 })], BIKE, "from"],
    ["needs a known value for a range", [rule("any", { itemValueMinCents: 0 })], { ...BIKE, valueCents: null }, null],
    [
      "the highest priority wins, however general",
      [rule("bikes", { categoryId: "bikes", itemValueMinCents: 0 }), rule("all", { priority: 1 })],
      BIKE,
      "all",
    ],
    [
      "a category is more specific than a value range",
      [rule("value", { itemValueMinCents: 0, ...NEWER }), rule("bikes", { categoryId: "bikes" }), rule("all")],
      BIKE,
      "bikes",
    ],
    [
      "category and value range are most specific",
      [rule("bikes", { categoryId: "bikes", ...NEWER }), rule("both", { categoryId: "bikes", itemValueMinCents: 0 })],
      BIKE,
      "both",
    ],
    ["the newest wins among equals", [rule("old"), rule("new", NEWER)], BIKE, "new"],
    ["the order of the list does not matter", [rule("new", NEWER), rule("old")], BIKE, "new"],
  ])("%s", (_, rules, item, expected) => {
    expect(ruleFor(rules, item)?.id ?? null).toBe(expected);
  });
});
