import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import { expect, test } from "vitest";
import { changeBetween, changeSince, changeTitle, priceDifferencesOf, type Shown } from "./price-change.ts";

const SHOWN: Shown = { totalCents: 5400, depositCents: 0, policy: "flexible" };
const changed = (changes: Partial<Shown>) => priceDifferencesOf({ before: SHOWN, after: { ...SHOWN, ...changes } });

test("detects a change of price, deposit or policy, and none for equal values", () => {
  expect(changeBetween(SHOWN, { ...SHOWN })).toBeNull();
  for (const changes of [{ totalCents: 5401 }, { depositCents: 4000 }, { policy: "strict" }] as const) {
    const after = { ...SHOWN, ...changes };
    expect(changeBetween(SHOWN, after)).toEqual({ before: SHOWN, after });
  }
});

test("reports no change for a quote that is no longer bookable", () => {
  const tax = { rate: 0, baseCents: 0, amountCents: 0, jurisdiction: null };
  const sums = { ownerSubtotalCents: 5400, serviceFeeCents: 0, insuranceCents: 0, tax };
  const price: PriceBreakdown = { ...SHOWN, ...sums, version: 1, currency: "USD", days: 1, quantity: 1, lines: [] };
  const fresh = {
    isBookable: true,
    refusal: null,
    insurance: null,
    stay: null,
    price: { ...price, depositCents: 4000 },
  };
  expect(changeSince(SHOWN, fresh)).toEqual({ before: SHOWN, after: { ...SHOWN, depositCents: 4000 } });
  expect(changeSince(SHOWN, { ...fresh, price })).toBeNull();
  expect(changeSince(SHOWN, { ...fresh, isBookable: false })).toBeNull();
  expect(changeSince(SHOWN, undefined)).toBeNull();
});

test("shows a price or deposit in dollars and whether it went up or down", () => {
  expect(changed({ totalCents: 5000 })).toEqual([
    { title: "The price has changed", text: "It’s less than what you saw.", before: "$54.00", after: "$50.00" },
  ]);
  const [deposit] = changed({ depositCents: 4000 });
  expect(deposit).toMatchObject({ title: "The deposit has changed", before: "No deposit", after: "$40.00" });
  expect(deposit?.text).toContain("It’s more than what you saw.");
});

test("describes a new cancellation policy by its refund deadlines", () => {
  expect(changed({ policy: "strict" })).toMatchObject([
    {
      title: "The cancellation policy has changed",
      before: "Full refund until 24 hours before the start, 50% until the start",
      after: "Full refund until 14 days before the start, 50% until 7 days before the start",
    },
  ]);
});

test("uses one title for several changes", () => {
  expect(changeTitle(changed({ depositCents: 4000 }))).toBe("The deposit has changed");
  const all = changed({ totalCents: 6000, depositCents: 4000, policy: "strict" });
  expect(all).toHaveLength(3);
  expect(changeTitle(all)).toBe("Some things have changed");
});
