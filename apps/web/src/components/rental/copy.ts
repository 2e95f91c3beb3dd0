import type { ItemDetailView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { refundDeadlines } from "@nexby/domain/bookings/cancellation";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import type { CancellationPolicy, ExchangeType } from "@nexby/domain/listings/item-terms";
import type { Piece } from "@nexby/domain/listings/kit";
import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";
import { zonedTime } from "../../lib/dates.ts";
import { formatCents, formatMoney } from "../../lib/format.ts";
import { HANDOFF_TYPE_LABELS, isZero } from "../../lib/rental-labels.ts";

/** Deadlines for a full and a half refund, before dates are chosen. */
export const GENERAL_DEADLINES: Record<CancellationPolicy, readonly [full: string, half: string]> = {
  flexible: ["24 hours before the start", "the start time"],
  moderate: ["5 days before the start", "24 hours before the start"],
  strict: ["14 days before the start", "7 days before the start"],
};

export const POLICY_NAMES: Record<CancellationPolicy, string> = {
  flexible: "Flexible",
  moderate: "Moderate",
  strict: "Strict",
};

/**
 * Amounts that are refunded in full regardless of the percentages. Mentions tax only once the price tells how it is
 * refunded, and insurance only when it was chosen.
 */
export function fullRefundCopy(isAllTaxRefunded: boolean | undefined, isInsured: boolean): string {
  const parts = ["Delivery", "cleaning", isInsured && "insurance", isAllTaxRefunded && "tax"].filter(Boolean);
  const last = parts.pop();
  const sentence = `${parts.join(", ")} and ${last} are always refunded before the handoff`;
  return isAllTaxRefunded === false ? `${sentence}, with tax in proportion to the refund` : sentence;
}

type Stay = { startAt: string; timezone: string; now: Date };

/** Refund deadlines: in general, or to the minute once the start is known. */
export function refundCopy(policy: CancellationPolicy, stay: Stay | null): string[] {
  if (!stay) {
    const [full, half] = GENERAL_DEADLINES[policy];
    return [`Cancel by ${full} for a full refund.`, `Cancel by ${half} for a 50% refund of the rental.`];
  }
  const deadlines = refundDeadlines(policy, new Date(stay.startAt)).filter(({ until }) => until > stay.now);
  const sentences = deadlines.map(({ percent, until }) => {
    const moment = momentText(until, stay.timezone);
    return percent === 100
      ? `Cancel by ${moment} for a full refund.`
      : `Cancel by ${moment} for a 50% refund of the rental.`;
  });
  return sentences.length > 0 ? sentences : ["The rental is no longer refundable."];
}

/** "4 × Tent pole" and what a missing one costs: "$12.00 each". */
export const pieceCopy = ({ name, count, priceCents }: Piece): [label: string, price: string] => [
  `${count} × ${name}`,
  priceCents === 0 ? "No charge" : `${dollarText(priceCents)}${count === 1 ? "" : " each"}`,
];

export const MODE_LABELS: Record<FoodTruckMode, string> = {
  PER_PERSON: "I pay for my guests",
  APPEARANCE: "Guests pay at the truck",
};

const MOMENT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** "Jun 3, 9:00 AM" in the item's time zone. */
export const momentText = (instant: Date, timeZone: string): string => zonedTime(instant, timeZone, MOMENT);

type HandoffTerms = Pick<ItemDetailView, "owner" | "location" | "isInstant" | "deliveryFee" | "deliveryRadius">;

const HANDOFF_PLACES: Record<ExchangeType, (item: HandoffTerms) => string> = {
  pickup: ({ owner, location, isInstant }) =>
    `In ${location}. You’ll see the street address ${isInstant ? "when you’ve booked" : `after ${owner.firstName || "the owner"} approves`}.`,
  meetup: ({ owner, location }) => `At a place in ${location} that you and ${owner.firstName || "the owner"} agree on.`,
  delivery: ({ location, deliveryRadius }) =>
    deliveryRadius === null
      ? "To your address and back."
      : `To your address and back, within ${countOf(deliveryRadius, "mile")} of ${location}.`,
};

/** A handoff with its place and cost. */
export const handoffOption = (item: HandoffTerms, type: ExchangeType) => ({
  label: HANDOFF_TYPE_LABELS[type],
  text: HANDOFF_PLACES[type](item),
  hint: type === "delivery" && !isZero(item.deliveryFee) ? formatMoney(item.deliveryFee) : "Free",
});

type Travel = Pick<FoodTruckView, "baseTravelFeeCents" | "travelFeePerMileCents" | "travelRadiusMiles">;

/** The visit of a food truck with its place and the cost of travel. */
export function truckVisit({ baseTravelFeeCents: base, travelFeePerMileCents: perMile, travelRadiusMiles }: Travel) {
  const fees = [base > 0 && formatCents(base), perMile > 0 && `${formatCents(perMile)} per mile`].filter(Boolean);
  const reach = travelRadiusMiles === null ? "" : `, up to ${countOf(travelRadiusMiles, "mile")} away`;
  return {
    label: "Food truck visit",
    text: `The truck comes to your event${reach}.`,
    hint: fees.length > 0 ? fees.join(" + ") : "Free travel",
  };
}
