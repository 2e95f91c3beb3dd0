import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import type { LateFeeTerms } from "@nexby/domain/late-fees/late-fee";
import type { Piece } from "@nexby/domain/listings/kit";
import { expect, test } from "vitest";
import { isDepositCharged } from "../../components/rental/price-lines.tsx";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { extraCostsOf, type RentalTerms } from "./components/extra-costs.tsx";
import { checkoutBlocker, decisionCopy, depositCopy } from "./copy.ts";
import { changeBetween, changeSince, changeTitle, priceDifferencesOf, type Shown } from "./price-change.ts";

test.each([
  [{ ownerId: "me", isAvailable: false }, "This is your own listing."],
  [{ ownerId: "other", isAvailable: false }, "This item isn’t available right now."],
  [{ ownerId: "other", isAvailable: true }, null],
])("%j is blocked with: %s", (item, reason) => {
  expect(checkoutBlocker(item, { id: "me" })).toBe(reason);
});

test("the checkout promises no response time before the request is sent", () => {
  const text = decisionCopy({ owner: "Maya", isInstant: false });
  expect(text).toContain("you’ll see Maya’s deadline");
  expect(text).not.toMatch(/\d|day|hour/);
});

test.each([
  [14, "We’ll hold the deposit on your card"],
  [15, "We’ll charge the deposit"],
])("the checkout text describes the deposit of a %d-day rental as: %s", (days, text) => {
  const now = new Date("2026-06-01T00:00:00Z");
  const startAt = "2026-06-20T13:00:00.000Z";
  const endAt = new Date(Date.parse(startAt) + days * 86_400_000).toISOString();
  expect(depositCopy(isDepositCharged({ startAt, endAt }, now))).toContain(text);
  expect(isDepositCharged(null, now)).toBe(false);
});

const LATE: LateFeeTerms = {
  ruleId: null,
  baseCents: 2500,
  basePercent: "100.00",
  gracePeriodHours: 2,
  dailyEscalationRate: "0.00",
  escalationCapDays: 7,
  maxFeeCents: null,
  replacementValueCents: null,
};

const SHOWN: Shown = { totalCents: 5400, depositCents: 0, policy: "flexible", quantity: 1, lateFee: null };
const changed = (changes: Partial<Shown>) => priceDifferencesOf({ before: SHOWN, after: { ...SHOWN, ...changes } });

test("the checkout text detects a change of price, deposit or policy, and none for equal values", () => {
  expect(changeBetween(SHOWN, { ...SHOWN })).toBeNull();
  for (const changes of [{ totalCents: 5401 }, { depositCents: 4000 }, { policy: "strict" }] as const) {
    const after = { ...SHOWN, ...changes };
    expect(changeBetween(SHOWN, after)).toEqual({ before: SHOWN, after });
  }
});

test("the checkout text reports no change for a quote that is no longer bookable", () => {
  const tax = { rate: 0, baseCents: 0, amountCents: 0, jurisdiction: null };
  const sums = { ownerSubtotalCents: 5400, serviceFeeCents: 0, insuranceCents: 0, tax };
  const price: PriceBreakdown = { ...SHOWN, ...sums, version: 1, currency: "USD", days: 1, quantity: 1, lines: [] };
  const fresh = {
    isBookable: true,
    refusal: null,
    insurance: null,
    stay: null,
    ownerHours: { pickup: { from: "09:00", to: "18:00" }, return: { from: "09:00", to: "18:00" } },
    price: { ...price, depositCents: 4000 },
  };
  expect(changeSince(SHOWN, fresh)).toEqual({ before: SHOWN, after: { ...SHOWN, depositCents: 4000 } });
  expect(changeSince(SHOWN, { ...fresh, price })).toBeNull();
  expect(changeSince(SHOWN, { ...fresh, isBookable: false })).toBeNull();
  expect(changeSince(SHOWN, undefined)).toBeNull();
});

test("the checkout text shows a price or deposit in dollars and whether it went up or down", () => {
  expect(changed({ totalCents: 5000 })).toEqual([
    { title: "The price has changed", text: "It’s less than what you saw.", before: "$54.00", after: "$50.00" },
  ]);
  const [deposit] = changed({ depositCents: 4000 });
  expect(deposit).toMatchObject({ title: "The deposit has changed", before: "No deposit", after: "$40.00" });
  expect(deposit?.text).toContain("It’s more than what you saw.");
});

test("the checkout text describes a new cancellation policy by its refund deadlines", () => {
  expect(changed({ policy: "strict" })).toMatchObject([
    {
      title: "The cancellation policy has changed",
      before: "Full refund until 24 hours before the start, 50% until the start time",
      after: "Full refund until 14 days before the start, 50% until 7 days before the start",
    },
  ]);
});

test("the checkout text shows a new late fee in words", () => {
  expect(changed({ lateFee: LATE })).toEqual([
    {
      title: "The late fee has changed",
      text: "It’s not the fee you saw before.",
      before: "There’s no fee for a late return.",
      after: "Each day late costs $25. The first two hours are free.",
    },
  ]);
});

test("[KIT-01] the checkout text describes a changed kit by its pieces and their prices", () => {
  const pieces = [
    { name: "Tent pole", count: 4, priceCents: 1200 },
    { name: "Bag", count: 1, priceCents: 0 },
  ];
  const before = { ...SHOWN, pieces };
  expect(changeBetween(before, { ...SHOWN, pieces: pieces.map((piece) => ({ ...piece })) })).toBeNull();
  expect(changed({ pieces })).toMatchObject([
    {
      title: "The list of pieces has changed",
      before: "Not on the list",
      after: "4 × Tent pole: $12.00 each; 1 × Bag: No charge",
    },
  ]);
  const [pole, bag] = pieces as [Piece, Piece];
  const after = (kit: Piece[]) => priceDifferencesOf({ before, after: { ...SHOWN, pieces: kit } });
  expect(after([pole, { ...bag, priceCents: 900 }])).toMatchObject([
    { before: "1 × Bag: No charge", after: "1 × Bag: $9.00" },
  ]);
  expect(after([bag, pole])).toMatchObject([{ after: "1 × Bag: No charge; 4 × Tent pole: $12.00 each" }]);
});

test("the checkout text uses one title for several changes", () => {
  expect(changeTitle(changed({ depositCents: 4000 }))).toBe("The deposit has changed");
  const all = changed({ totalCents: 6000, depositCents: 4000, policy: "strict" });
  expect(all).toHaveLength(3);
  expect(changeTitle(all)).toBe("Some things have changed");
});

viewedFrom("America/New_York");

const TERMS: RentalTerms = {
  policy: "moderate",
  startAt: "2026-06-20T13:00:00Z",
  timezone: "America/New_York",
  now: new Date("2026-06-01T00:00:00Z"),
  quantity: 2,
  isFoodTruck: false,
  lateFee: undefined,
  depositCents: 10_000,
  damageLimitCents: 0,
  isAllTaxRefunded: true,
  isInsured: false,
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
  [true, false, "Delivery, cleaning and tax are always refunded before the handoff. The service fee"],
  [true, true, "Delivery, cleaning, insurance and tax are always refunded before the handoff. The service fee"],
  [false, false, "Delivery and cleaning are always refunded before the handoff, with tax in proportion to the refund."],
  [undefined, true, "Delivery, cleaning and insurance are always refunded before the handoff. The service fee"],
])(
  "cancellation: names tax by the price's flag, %s, and insurance when it was chosen, %s",
  (isAllTaxRefunded, isInsured, text) => expect(costs({ isAllTaxRefunded, isInsured }).refundNote).toContain(text),
);

test.each<[string, Partial<RentalTerms>, string | null]>([
  ["for all units", { lateFee: LATE }, "Each day late costs $50. The first two hours are free."],
  [
    "with a limit",
    { lateFee: { ...LATE, replacementValueCents: 50_000 } },
    "Each day late costs $50, up to $1,000 in total. The first two hours are free.",
  ],
  [
    "that grows",
    { quantity: 1, lateFee: { ...LATE, dailyEscalationRate: "12.50", gracePeriodHours: 0, maxFeeCents: 20_000 } },
    "The first day late costs $25, and each day through day 7 costs 12.5% of that more than the day before, up to $200 in total.",
  ],
  [
    "with another grace period",
    { lateFee: { ...LATE, gracePeriodHours: 6 } },
    "Each day late costs $50. The first 6 hours are free.",
  ],
  ["that is zero", { lateFee: null }, "There’s no fee for a late return."],
  ["that isn't known yet", {}, "Choose your dates to see the late fee."],
  ["of a food truck", { isFoodTruck: true }, null],
])("late return: shows a fee %s", (_, changes, text) => {
  expect(costs(changes).late).toBe(text && `${text} If it isn’t back seven days after the end, it’s considered lost.`);
});

test.each<[string, Partial<RentalTerms>, string | null]>([
  [
    "with the late fee",
    { quantity: 1, lateFee: LATE, loss: { valueCents: 50_000, isNamedByOwner: false, maxCents: 67_500 } },
    "If it’s lost, you pay up to $675, including the late fee.",
  ],
  [
    "of all units",
    { quantity: 3, lateFee: null, loss: { valueCents: 50_000, isNamedByOwner: false, maxCents: 50_000 } },
    "If all 3 are lost, you pay up to $500.",
  ],
  [
    "that the owner names",
    { quantity: 1, lateFee: null, loss: { valueCents: 20_000, isNamedByOwner: true, maxCents: 20_000 } },
    "If it’s lost, you pay up to $200. The owner names up to $200 of it, and you can contest that.",
  ],
  ["that costs nothing", { loss: { valueCents: 0, isNamedByOwner: true, maxCents: 0 } }, null],
  ["that isn't known yet", { loss: undefined }, null],
])("loss: shows the most for a loss %s", (_, changes, text) => expect(costs(changes).loss).toBe(text));

test("damage: is capped at the deposit or the replacement value, whichever is larger", () => {
  expect(costs({}).damage).toBe("You could pay up to the $100 deposit. Our team decides.");
  expect(costs({ depositCents: 0 }).damage).toContain("we don’t charge your card for damage");
  expect(costs({ damageLimitCents: 50_000 }).damage).toBe(
    "You could pay up to $500, what it costs to replace: the $100 deposit first, then your card. Our team decides, and we’ll tell you 48 hours before we charge it.",
  );
  expect(costs({ damageLimitCents: 50_000, depositCents: 0 }).damage).toMatch(
    /^You could pay up to \$500.*: your card/,
  );
  expect(costs({ damageLimitCents: undefined }).damage).toBe("Choose your dates to see what damage could cost.");
});
