import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import { expect, test } from "vitest";
import { changeBetween, changeSince, changeTitle, discrepanciesOf, type Shown } from "./price-change.ts";

const SHOWN: Shown = { totalCents: 5400, depositCents: 0, policy: "flexible" };
const changed = (changes: Partial<Shown>) => discrepanciesOf({ before: SHOWN, after: { ...SHOWN, ...changes } });

test("what is the same is no change; each of price, deposit and policy is one", () => {
  expect(changeBetween(SHOWN, { ...SHOWN })).toBeNull();
  for (const changes of [{ totalCents: 5401 }, { depositCents: 4000 }, { policy: "strict" }] as const) {
    const after = { ...SHOWN, ...changes };
    expect(changeBetween(SHOWN, after)).toEqual({ before: SHOWN, after });
  }
});

test("what cannot be had any more is no change to agree to", () => {
  const tax = { rate: 0, baseCents: 0, amountCents: 0, jurisdiction: null };
  const sums = { ownerSubtotalCents: 5400, serviceFeeCents: 0, insuranceCents: 0, tax };
  const price: PriceBreakdown = { ...SHOWN, ...sums, version: 1, currency: "USD", days: 1, quantity: 1, lines: [] };
  const fresh = { isBookable: true, refusal: null, stay: null, price: { ...price, depositCents: 4000 } };
  expect(changeSince(SHOWN, fresh)).toEqual({ before: SHOWN, after: { ...SHOWN, depositCents: 4000 } });
  expect(changeSince(SHOWN, { ...fresh, price })).toBeNull();
  expect(changeSince(SHOWN, { ...fresh, isBookable: false })).toBeNull();
  expect(changeSince(SHOWN, undefined)).toBeNull();
});

test("a price or a deposit is said in dollars, and whether it is more", () => {
  expect(changed({ totalCents: 5000 })).toEqual([
    { title: "The price has changed", words: "It is less than what you saw.", before: "$54.00", after: "$50.00" },
  ]);
  const [deposit] = changed({ depositCents: 4000 });
  expect(deposit).toMatchObject({ title: "The deposit has changed", before: "No deposit", after: "$40.00" });
  expect(deposit?.words).toContain("It is more than what you saw.");
});

test("other rules for canceling are said by what comes back until when", () => {
  expect(changed({ policy: "strict" })).toMatchObject([
    {
      title: "What comes back if you cancel has changed",
      before: "Everything until 24 hours before the start, half of the rental until the start",
      after: "Everything until 14 days before the start, half of the rental until 7 days before the start",
    },
  ]);
});

test("several changes have one name for all of them", () => {
  expect(changeTitle(changed({ depositCents: 4000 }))).toBe("The deposit has changed");
  const all = changed({ totalCents: 6000, depositCents: 4000, policy: "strict" });
  expect(all).toHaveLength(3);
  expect(changeTitle(all)).toBe("Some things have changed");
});
