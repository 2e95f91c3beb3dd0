import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { cents } from "../kernel/money.ts";
import { CANCELLATION_POLICIES } from "../listings/item-terms.ts";
import { rentalPrice } from "../pricing/rental-price.ts";
import { type Cancellation, refundDeadlines, refundFor, refundHoldsUntil } from "./cancellation.ts";

const START = new Date("2025-06-06T13:00:00Z");
const before = (hours: number) => new Date(START.getTime() - hours * HOUR);

/** A price with every line, $463.58 in total. */
const PRICE = rentalPrice(
  {
    dailyRateCents: cents(4500),
    setupFlatFeeCents: cents(2500),
    setupPerUnitFeeCents: cents(1000),
    cleaningFeeCents: cents(3000),
    deliveryFeeCents: cents(4000),
    depositCents: cents(10_000),
  },
  { days: 3, quantity: 2, isDelivered: true },
  { listerCommissionRate: 5, renterCommissionRate: 5, taxRate: 8.875, insuranceRate: 10 },
);

const cancel = (changes: Partial<Cancellation>) =>
  refundFor(PRICE.lines, 5, {
    policy: "moderate",
    startAt: START,
    approvedAt: before(1000),
    cancelledAt: before(120),
    by: "renter",
    ...changes,
  });

describe("refunds", () => {
  test.each([
    ["moderate, 120 h before", {}, 46_358, 0, 0],
    ["moderate, 50 h before", { cancelledAt: before(50) }, 28_683, 14_962, 2713],
    ["moderate, 5 h before", { cancelledAt: before(5) }, 12_933, 29_925, 3500],
    ["the renter does not show up", { cancelledAt: before(-1), by: "renter_no_show" }, 12_933, 29_925, 3500],
    [
      "strict, 100 h before, approved 10 h ago",
      { policy: "strict", cancelledAt: before(100), approvedAt: before(110) },
      46_358,
      0,
      0,
    ],
    ["canceled by the owner, 1 h before", { cancelledAt: before(1), by: "owner" }, 46_358, 0, 0],
    ["the owner does not show up", { cancelledAt: before(-1), by: "owner_no_show" }, 46_358, 0, 0],
    ["canceled by an admin", { cancelledAt: before(1), by: "admin" }, 46_358, 0, 0],
    ["before the owner responds", { policy: "strict", cancelledAt: before(1), approvedAt: null }, 46_358, 0, 0],
    ["flexible, 24 h before", { policy: "flexible", cancelledAt: before(24) }, 46_358, 0, 0],
    ["flexible, a minute before", { policy: "flexible", cancelledAt: before(1 / 60) }, 28_683, 14_962, 2713],
    ["flexible, at the start", { policy: "flexible", cancelledAt: START }, 12_933, 29_925, 3500],
    ["strict, 168 h before", { policy: "strict", cancelledAt: before(168) }, 28_683, 14_962, 2713],
    ["strict, just under 168 h before", { policy: "strict", cancelledAt: before(167.9) }, 12_933, 29_925, 3500],
    [
      "within the grace period, but close to the start",
      { cancelledAt: before(47), approvedAt: before(48) },
      28_683,
      14_962,
      2713,
    ],
  ] as const)("%s", (_, changes, refundCents, ownerKeepsCents, platformKeepsCents) => {
    expect(cancel(changes)).toMatchObject({ refundCents, ownerKeepsCents, platformKeepsCents });
  });

  test("refunds retain the fee of an attempted delivery when the renter does not show up", () => {
    const noShow = { cancelledAt: before(-1), by: "renter_no_show" } as const;
    const expected = { refundCents: 8933, ownerKeepsCents: 33_725, platformKeepsCents: 3700 };
    expect(cancel({ ...noShow, isDeliveryAttempted: true })).toMatchObject(expected);
  });

  test.each(["renter", "owner", "admin", "owner_no_show"] as const)(
    "still include an attempted delivery when the booking is canceled as %s",
    (by) => {
      const late = { cancelledAt: before(-1), by } as const;
      expect(cancel({ ...late, isDeliveryAttempted: true })).toEqual(cancel(late));
    },
  );

  test.each([
    ["there is a full refund", {}, 0],
    // $176.75 of the $364.25 tax base is retained: half of rental and setup, and the service fee.
    ["there is a 50% refund", { cancelledAt: before(50) }, 1569],
    ["rental and setup are not refunded", { cancelledAt: before(5) }, 2967],
    ["the owner cancels", { cancelledAt: before(1), by: "owner" }, 0],
  ] as const)("refunds retain tax in proportion when %s", (_, changes, taxKeptCents) => {
    const all = cancel(changes);
    expect(all.taxKeptCents).toBe(0);
    const proportional = cancel({ ...changes, isTaxKeptInProportion: true });
    expect(proportional).toEqual({ ...all, taxKeptCents, refundCents: all.refundCents - taxKeptCents });
  });

  test("refunds retain no tax when none was charged", () => {
    const lines = PRICE.lines.filter(({ code }) => code !== "tax");
    const late = { policy: "strict", startAt: START, approvedAt: before(99), cancelledAt: before(1) } as const;
    const refund = refundFor(lines, 5, { ...late, by: "renter", isTaxKeptInProportion: true });
    expect(refund.taxKeptCents).toBe(0);
  });

  test("refunds add up to the total together with the retained amounts", () => {
    const hours = fc.double({ min: -24, max: 500, noNaN: true });
    const by = fc.constantFrom("renter", "owner", "admin", "renter_no_show", "owner_no_show" as const);
    fc.assert(
      fc.property(
        hours,
        hours,
        by,
        fc.constantFrom(...CANCELLATION_POLICIES),
        fc.boolean(),
        fc.boolean(),
        (left, approved, who, policy, isDeliveryAttempted, isTaxKeptInProportion) => {
          const refund = cancel({
            policy,
            cancelledAt: before(left),
            approvedAt: before(approved),
            by: who as Cancellation["by"],
            isDeliveryAttempted,
            isTaxKeptInProportion,
          });
          const { refundCents, ownerKeepsCents, platformKeepsCents, taxKeptCents } = refund;
          expect(refundCents + ownerKeepsCents + platformKeepsCents + taxKeptCents).toBe(PRICE.totalCents);
        },
      ),
    );
  });

  test("refunds never increase over time once the grace period is over", () => {
    for (const policy of CANCELLATION_POLICIES) {
      const refunds = Array.from(
        { length: 400 },
        (_, hour) => cancel({ policy, cancelledAt: before(400 - hour) }).refundCents,
      );
      expect(refunds).toEqual([...refunds].sort((one, other) => other - one));
    }
  });
});

describe("the current refund holds until", () => {
  const holds = (changes: Partial<Cancellation>) =>
    refundHoldsUntil({
      policy: "moderate",
      startAt: START,
      approvedAt: before(1000),
      cancelledAt: before(200),
      by: "renter",
      ...changes,
    });

  test.each([
    ["the tier's end", {}, before(120)],
    ["the tier's end, at that very instant", { cancelledAt: before(120) }, before(120)],
    ["the next tier's end", { cancelledAt: before(100) }, before(24)],
    ["the start, under the flexible policy", { policy: "flexible", cancelledAt: before(3) }, START],
    [
      "the end of the grace period",
      { policy: "strict", cancelledAt: before(100), approvedAt: before(110) },
      before(86),
    ],
    ["48 h before the start, within the grace period", { cancelledAt: before(60), approvedAt: before(61) }, before(48)],
    [
      "the end of the grace period, when it is later than the tier's",
      { cancelledAt: before(121), approvedAt: before(122) },
      before(98),
    ],
    [
      "the tier's end, when it is later than the grace period's",
      { cancelledAt: before(190), approvedAt: before(191) },
      before(120),
    ],
    ["forever, when there is no refund", { cancelledAt: before(5) }, null],
    ["forever, before the owner responds", { approvedAt: null }, null],
    ["forever, when the owner cancels", { by: "owner" }, null],
  ] as const)("%s", (_, changes, expected) => expect(holds(changes)).toEqual(expected));
});

test.each(CANCELLATION_POLICIES)("the refund deadlines shown for the %s policy are the actual cutoffs", (policy) => {
  const percentAt = (cancelledAt: Date) => cancel({ policy, cancelledAt }).percent;
  for (const { percent, until } of refundDeadlines(policy, START)) {
    // The flexible policy's last tier excludes the start itself.
    const last = until.getTime() === START.getTime() ? new Date(until.getTime() - 1) : until;
    expect(percentAt(last)).toBe(percent);
    expect(percentAt(new Date(until.getTime() + 1))).toBeLessThan(percent);
  }
});
