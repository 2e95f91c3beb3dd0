import { expect, test } from "vitest";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { handoffOption, refundCopy, truckVisit } from "./copy.ts";
import { insuranceCopy } from "./insurance-option.tsx";

viewedFrom("America/New_York");

const ITEM_TERMS = {
  owner: { firstName: "Maya" } as Parameters<typeof handoffOption>[0]["owner"],
  location: "Maplewood, NJ",
  isInstant: false,
  deliveryFee: "9.00",
  deliveryRadius: 4,
};

test.each([
  ["pickup", "In Maplewood, NJ. You’ll see the street address after Maya approves.", "Free"],
  ["meetup", "At a place in Maplewood, NJ that you and Maya agree on.", "Free"],
  ["delivery", "To your address and back, within 4 miles of Maplewood, NJ.", "$9"],
] as const)("[EXCH-01] the choice of handoff names the place and cost of a %s", (type, text, hint) => {
  expect(handoffOption(ITEM_TERMS, type)).toMatchObject({ text, hint });
});

test("the choice of handoff names the cost of a food truck's travel", () => {
  const fees = { baseTravelFeeCents: 5000, travelFeePerMileCents: 250, travelRadiusMiles: 20 };
  expect(truckVisit(fees)).toMatchObject({
    text: "The truck comes to your event, up to 20 miles away.",
    hint: "$50 + $2.50 per mile",
  });
  expect(truckVisit({ ...fees, baseTravelFeeCents: 0, travelFeePerMileCents: 0 }).hint).toBe("Free travel");
});

test("the choice of insurance names the amount of insurance and the insurer", () => {
  const insurance = {
    rate: 10,
    amountCents: 450,
    insurer: "Example Mutual",
    termsUrl: "https://insurer.example/terms",
  };
  expect(insuranceCopy(insurance)).toEqual({
    label: "Add insurance: $4.50 (10% of the rental)",
    hint: "Your rental will be insured by Example Mutual.",
  });
});

const stay = (now: string) => ({
  startAt: "2026-06-20T13:00:00Z",
  timezone: "America/New_York",
  now: new Date(now),
});

test("the cancellation text shows general deadlines before dates are chosen", () => {
  expect(refundCopy("moderate", null)).toEqual([
    "Cancel by 5 days before the start for a full refund.",
    "Cancel by 24 hours before the start for a 50% refund of the rental.",
  ]);
});

test("the cancellation text shows deadlines to the minute in the item's time zone", () => {
  expect(refundCopy("flexible", stay("2026-06-01T00:00:00Z"))).toEqual([
    "Cancel by Jun 19, 9:00 AM for a full refund.",
    "Cancel by Jun 20, 9:00 AM for a 50% refund of the rental.",
  ]);
});

test("the text of cancellation terms omits deadlines that have passed", () => {
  expect(refundCopy("strict", stay("2026-06-10T00:00:00Z"))).toEqual([
    "Cancel by Jun 13, 9:00 AM for a 50% refund of the rental.",
  ]);
  expect(refundCopy("strict", stay("2026-06-19T00:00:00Z"))).toEqual(["The rental is no longer refundable."]);
});
