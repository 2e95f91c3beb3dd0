import { expect, test } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { extraCostsOf, type RentalTerms } from "./extra-costs.tsx";

viewedFrom("America/New_York");

const TERMS: RentalTerms = {
  policy: "moderate",
  startAt: "2026-06-20T13:00:00Z",
  timezone: "America/New_York",
  now: new Date("2026-06-01T00:00:00Z"),
  quantity: 2,
  isFoodTruck: false,
  lateFeeCents: 0,
  dailyRateCents: 2500,
  depositCents: 10_000,
  replacementValueCents: null,
  isAllTaxRefunded: true,
};
const costs = (changes: Partial<RentalTerms>) => extraCostsOf({ ...TERMS, ...changes });

test("cancellation: shows deadlines to the minute in the item's time zone and omits past ones", () => {
  expect(costs({}).refunds).toEqual([
    { until: "Until Jun 15, 9:00 AM", refund: "Full refund" },
    { until: "Until Jun 19, 9:00 AM", refund: "50% refund of the rental" },
    { until: "Later", refund: "No refund of the rental" },
  ]);
  expect(costs({ now: new Date("2026-06-16T00:00:00Z") }).refunds).toHaveLength(2);
  expect(costs({ now: new Date("2026-06-20T00:00:00Z") }).refunds).toEqual([
    { until: "From now on", refund: "No refund of the rental" },
  ]);
  expect(costs({ startAt: null }).refunds[0]?.until).toBe("Until 5 days before the start");
});

test.each([
  [true, "Delivery, cleaning, insurance and tax are always refunded before the handoff. The service fee"],
  [
    false,
    "Delivery, cleaning and insurance are always refunded before the handoff, with tax in proportion to the refund.",
  ],
  [undefined, "Delivery, cleaning and insurance are always refunded before the handoff. The service fee"],
])("cancellation: describes the tax refund by the price's flag, %s", (isAllTaxRefunded, text) =>
  expect(costs({ isAllTaxRefunded }).refundNote).toContain(text),
);

test("late return: charges the owner's fee, or a day's rental, per unit", () => {
  expect(costs({}).late).toBe("Each day late costs $50. The first two hours are free.");
  expect(costs({ lateFeeCents: 1000, replacementValueCents: 50_000 }).late).toBe(
    "Each day late costs $20, up to $1,000 in total. The first two hours are free.",
  );
  expect(costs({ isFoodTruck: true }).late).toBeNull();
});

test("damage: is capped at the deposit or the replacement value", () => {
  expect(costs({}).damage).toBe("You could pay up to the $100 deposit.");
  expect(costs({ replacementValueCents: 50_000 }).damage).toBe(
    "You could pay up to $1,000, its replacement value. We use the $100 deposit first.",
  );
  expect(costs({ depositCents: 0 }).damage).toContain("no deposit");
});
