import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { cents } from "../kernel/money.ts";
import { CANCELLATION_POLICIES } from "../listings/item-terms.ts";
import { rentalPrice } from "../pricing/rental-price.ts";
import { type Cancellation, refundDeadlines, refundFor, refundHoldsUntil } from "./cancellation.ts";

const START = new Date("2025-06-06T13:00:00Z");
const before = (hours: number) => new Date(START.getTime() - hours * HOUR);

/** A price with every part: 463.58 in all. */
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
    ["the owner, 1 h before", { cancelledAt: before(1), by: "owner" }, 46_358, 0, 0],
    ["the owner does not show up", { cancelledAt: before(-1), by: "owner_no_show" }, 46_358, 0, 0],
    ["an administrator", { cancelledAt: before(1), by: "admin" }, 46_358, 0, 0],
    ["before the owner has answered", { policy: "strict", cancelledAt: before(1), approvedAt: null }, 46_358, 0, 0],
    ["flexible, 24 h before", { policy: "flexible", cancelledAt: before(24) }, 46_358, 0, 0],
    ["flexible, a minute before", { policy: "flexible", cancelledAt: before(1 / 60) }, 28_683, 14_962, 2713],
    ["flexible, at the start", { policy: "flexible", cancelledAt: START }, 12_933, 29_925, 3500],
    ["strict, 168 h before", { policy: "strict", cancelledAt: before(168) }, 28_683, 14_962, 2713],
    ["strict, just after", { policy: "strict", cancelledAt: before(167.9) }, 12_933, 29_925, 3500],
    ["in the grace, but close to the start", { cancelledAt: before(47), approvedAt: before(48) }, 28_683, 14_962, 2713],
  ] as const)("%s", (_, changes, refundCents, ownerKeepsCents, platformKeepsCents) => {
    expect(cancel(changes)).toMatchObject({ refundCents, ownerKeepsCents, platformKeepsCents });
  });

  test("a delivery that was attempted is kept when the renter does not show up", () => {
    const gone = { cancelledAt: before(-1), by: "renter_no_show" } as const;
    const kept = { refundCents: 8933, ownerKeepsCents: 33_725, platformKeepsCents: 3700 };
    expect(cancel({ ...gone, isDeliveryAttempted: true })).toMatchObject(kept);
  });

  test.each(["renter", "owner", "admin", "owner_no_show"] as const)(
    "a delivery that was attempted comes back all the same when it is called off as %s",
    (by) => {
      const late = { cancelledAt: before(-1), by } as const;
      expect(cancel({ ...late, isDeliveryAttempted: true })).toEqual(cancel(late));
    },
  );

  test.each([
    ["everything comes back", {}, 0],
    // Of 364.25 that is taxed 176.75 stay: half of rental and set-up, and the service fee.
    ["half comes back", { cancelledAt: before(50) }, 1569],
    ["nothing of rental and set-up comes back", { cancelledAt: before(5) }, 2967],
    ["the owner calls it off", { cancelledAt: before(1), by: "owner" }, 0],
  ] as const)("where tax is kept in proportion and %s", (_, changes, taxKeptCents) => {
    const all = cancel(changes);
    expect(all.taxKeptCents).toBe(0);
    const kept = cancel({ ...changes, isTaxKeptInProportion: true });
    expect(kept).toEqual({ ...all, taxKeptCents, refundCents: all.refundCents - taxKeptCents });
  });

  test("without tax there is none to keep", () => {
    const lines = PRICE.lines.filter(({ code }) => code !== "tax");
    const late = { policy: "strict", startAt: START, approvedAt: before(99), cancelledAt: before(1) } as const;
    const refund = refundFor(lines, 5, { ...late, by: "renter", isTaxKeptInProportion: true });
    expect(refund.taxKeptCents).toBe(0);
  });

  test("nothing is lost or made: what comes back and what is kept are the total", () => {
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

  test("waiting never brings more back, once the grace is over", () => {
    for (const policy of CANCELLATION_POLICIES) {
      const refunds = Array.from(
        { length: 400 },
        (_, hour) => cancel({ policy, cancelledAt: before(400 - hour) }).refundCents,
      );
      expect(refunds).toEqual([...refunds].sort((one, other) => other - one));
    }
  });
});

describe("as much comes back as now until", () => {
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
    ["the start of a flexible one", { policy: "flexible", cancelledAt: before(3) }, START],
    ["the end of the grace", { policy: "strict", cancelledAt: before(100), approvedAt: before(110) }, before(86)],
    ["two days before the start, in the grace", { cancelledAt: before(60), approvedAt: before(61) }, before(48)],
    ["the end of the grace, after the tier's", { cancelledAt: before(121), approvedAt: before(122) }, before(98)],
    ["the tier's end, after the grace's", { cancelledAt: before(190), approvedAt: before(191) }, before(120)],
    ["for ever, when nothing comes back", { cancelledAt: before(5) }, null],
    ["for ever, before the owner has answered", { approvedAt: null }, null],
    ["for ever, when the owner calls it off", { by: "owner" }, null],
  ] as const)("%s", (_, changes, expected) => expect(holds(changes)).toEqual(expected));
});

test.each(CANCELLATION_POLICIES)("the deadlines that are told of the %s policy are those that count", (policy) => {
  const percentAt = (cancelledAt: Date) => cancel({ policy, cancelledAt }).percent;
  for (const { percent, until } of refundDeadlines(policy, START)) {
    // Of the flexible policy's last tier the start itself is no part any more.
    const last = until.getTime() === START.getTime() ? new Date(until.getTime() - 1) : until;
    expect(percentAt(last)).toBe(percent);
    expect(percentAt(new Date(until.getTime() + 1))).toBeLessThan(percent);
  }
});
