import type { ItemDetailView } from "@nexby/contract/items";
import { CANCELLATION_WORDS } from "../../lib/cancellation-words.ts";
import { countOf } from "../../lib/count-of.ts";
import { formatCents, formatMoney, isZero } from "../../lib/money.ts";

export type FactTopic =
  | "deposit"
  | "cleaning"
  | "setup"
  | "late"
  | "exchange"
  | "quantity"
  | "days"
  | "cancellation"
  | "instant";
export type ListingFact = { topic: FactTopic; label: string; value: string };

/** What an owner asks of a rental, in words. What an owner leaves out is left out here. */
export function factsOf(item: ItemDetailView): ListingFact[] {
  const setup = setupOf(item);
  return [
    {
      topic: "deposit",
      label: "Deposit",
      value: isZero(item.depositAmount) ? "None" : `${formatMoney(item.depositAmount)}, refundable`,
    },
    {
      topic: "cleaning",
      label: "Cleaning",
      value: isZero(item.cleaningFee) ? "No cleaning fee" : `${formatMoney(item.cleaningFee)} per rental`,
    },
    ...(setup ? [{ topic: "setup" as const, label: "Setup", value: setup }] : []),
    ...(isZero(item.lateReturnFee)
      ? []
      : [{ topic: "late" as const, label: "Late return", value: `${formatMoney(item.lateReturnFee)} per day late` }]),
    // A food truck comes to its guests.
    ...(item.foodTruck
      ? []
      : [
          { topic: "exchange" as const, label: "Handover", value: handoverOf(item) },
          { topic: "quantity" as const, label: "Quantity", value: quantityOf(item) },
        ]),
    { topic: "days", label: "Rental days", value: rentalDaysOf(item) },
    { topic: "cancellation", label: "Cancellation", value: cancellationOf(item) },
    ...(item.isInstant
      ? [
          {
            topic: "instant" as const,
            label: "Instant confirmation",
            value: "Booked at once, without waiting for an answer",
          },
        ]
      : []),
  ];
}

function setupOf({ setupFlatFeeCents, setupPerUnitFeeCents }: ItemDetailView): string {
  const parts = [];
  if (setupFlatFeeCents > 0) parts.push(`${formatCents(setupFlatFeeCents)} per rental`);
  if (setupPerUnitFeeCents > 0) parts.push(`${formatCents(setupPerUnitFeeCents)} per unit`);
  return parts.join(" plus ");
}

const EITHER = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The ways an item changes hands: "Pickup, meetup, or delivery within 5 mi ($12)". */
function handoverOf(item: ItemDetailView): string {
  const ways = [];
  if (item.offerPickup) ways.push("pickup");
  if (item.offerMeetup) ways.push("meetup");
  if (item.offerDelivery) ways.push(`delivery${deliveryTermsOf(item)}`);
  const phrase = ways.length > 0 ? EITHER.format(ways) : "by agreement";
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function deliveryTermsOf({ deliveryRadius, deliveryFee }: ItemDetailView): string {
  const radius = deliveryRadius === null ? "" : ` within ${deliveryRadius} mi`;
  return `${radius} (${isZero(deliveryFee) ? "free" : formatMoney(deliveryFee)})`;
}

function quantityOf(item: ItemDetailView): string {
  if (!item.allowQuantity || item.quantityTotal === 1) return "One per booking";
  const most = Math.min(item.quantityMaxPerBooking ?? item.quantityTotal, item.quantityTotal);
  const range = most === item.quantityMinPerBooking ? `${most}` : `${item.quantityMinPerBooking} to ${most}`;
  return `${item.quantityTotal} in all, ${range} per booking`;
}

function rentalDaysOf({ minRentalDays, maxRentalDays }: ItemDetailView): string {
  if (maxRentalDays === null) return `${countOf(minRentalDays, "day")} or more`;
  if (maxRentalDays === minRentalDays) return countOf(minRentalDays, "day");
  return `${minRentalDays} to ${countOf(maxRentalDays, "day")}`;
}

function cancellationOf({ cancellationPolicy }: ItemDetailView): string {
  const { label, text } = CANCELLATION_WORDS[cancellationPolicy];
  return `${label}. ${text}`;
}
