import type { ItemDetailView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { formatCents, formatMoney } from "../../lib/format.ts";
import { CANCELLATION_COPY, isZero } from "../../lib/rental-labels.ts";

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
type ListingFact = { topic: FactTopic; label: string; value: string };

/** An owner's rental terms. Terms that don't apply are left out. */
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
    // A food truck leaves with its crew, so nobody returns it late.
    ...(item.foodTruck || isZero(item.lateReturnFee)
      ? []
      : [{ topic: "late" as const, label: "Late return", value: `${formatMoney(item.lateReturnFee)} per day late` }]),
    // A food truck drives to its guests.
    ...(item.foodTruck
      ? []
      : [
          { topic: "exchange" as const, label: "Handoff", value: handoffOptionsOf(item) },
          { topic: "quantity" as const, label: "Quantity", value: quantityOf(item) },
        ]),
    { topic: "days", label: "Rental length", value: rentalDaysOf(item) },
    { topic: "cancellation", label: "Cancellation", value: cancellationOf(item) },
    ...(item.isInstant
      ? [
          {
            topic: "instant" as const,
            label: "Instant book",
            value: "Confirmed right away, without waiting for a reply",
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

/** "Pickup, meetup, or delivery within 5 mi ($12)". */
function handoffOptionsOf(item: ItemDetailView): string {
  const options = [];
  if (item.offerPickup) options.push("pickup");
  if (item.offerMeetup) options.push("meetup");
  if (item.offerDelivery) options.push(`delivery${deliveryTermsOf(item)}`);
  const phrase = options.length > 0 ? EITHER.format(options) : "as agreed";
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function deliveryTermsOf({ deliveryRadius, deliveryFee }: ItemDetailView): string {
  const radius = deliveryRadius === null ? "" : ` within ${deliveryRadius} mi`;
  return `${radius} (${isZero(deliveryFee) ? "free" : formatMoney(deliveryFee)})`;
}

function quantityOf(item: ItemDetailView): string {
  if (!item.allowQuantity || item.quantityTotal === 1) return "One per booking";
  const max = Math.min(item.quantityMaxPerBooking ?? item.quantityTotal, item.quantityTotal);
  const range = max === item.quantityMinPerBooking ? `${max}` : `${item.quantityMinPerBooking} to ${max}`;
  return `${item.quantityTotal} total, ${range} per booking`;
}

function rentalDaysOf({ minRentalDays, maxRentalDays }: ItemDetailView): string {
  if (maxRentalDays === null) return `${countOf(minRentalDays, "day")} or more`;
  if (maxRentalDays === minRentalDays) return countOf(minRentalDays, "day");
  return `${minRentalDays} to ${countOf(maxRentalDays, "day")}`;
}

function cancellationOf({ cancellationPolicy }: ItemDetailView): string {
  const { label, text } = CANCELLATION_COPY[cancellationPolicy];
  return `${label}. ${text}`;
}

type Fact = { label: string; value: string };

/** A food truck's terms and requirements. Those that don't apply are left out. */
export function truckFactsOf(truck: FoodTruckView): Fact[] {
  const sells = (mode: "PER_PERSON" | "APPEARANCE") => truck.offeredModes.includes(mode);
  const facts: (Fact | false)[] = [
    sells("PER_PERSON") && { label: "Paid by you", value: perPersonOf(truck) },
    sells("APPEARANCE") && {
      label: "Paid by your guests",
      value: `${formatCents(truck.appearanceFeeCents)} per day; guests pay for their own food`,
    },
    { label: "Travel", value: travelOf(truck) },
    { label: "Advance notice", value: `Book at least ${countOf(truck.prepLeadTimeHours, "hour")} ahead` },
    { label: "Setup", value: `${countOf(truck.setupTimeMinutes, "minute")} before serving` },
    { label: "Power", value: truck.powerRequirements ?? "Not needed" },
    {
      label: "Paper goods",
      value: truck.includesPaperGoods ? "Plates, napkins and utensils included" : "Not included",
    },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Price per guest by number of guests, starting at the billed minimum. */
export function priceStepsOf(truck: FoodTruckView): FoodTruckView["tieredPricing"] {
  const { tieredPricing, perPersonPriceCents, perPersonMinHeadcount } = truck;
  const first = tieredPricing[0]?.min ?? 1;
  const last = tieredPricing.at(-1)?.max ?? null;
  const steps = [
    ...(first > 1 ? [{ min: 1, max: first - 1, perPersonPriceCents }] : []),
    ...tieredPricing,
    ...(last === null ? [] : [{ min: last + 1, max: null, perPersonPriceCents }]),
  ];
  return steps
    .filter(({ max, perPersonPriceCents: price }) => price > 0 && (max === null || max >= perPersonMinHeadcount))
    .map((step) => ({ ...step, min: Math.max(step.min, perPersonMinHeadcount) }));
}

function perPersonOf({ perPersonPriceCents, perPersonMinHeadcount, tieredPricing }: FoodTruckView): string {
  const price =
    tieredPricing.length > 0 ? "Depends on the number of guests" : `${formatCents(perPersonPriceCents)} per guest`;
  return perPersonMinHeadcount > 1 ? `${price}, at least ${perPersonMinHeadcount} guests` : price;
}

function travelOf({ baseTravelFeeCents, travelFeePerMileCents, travelRadiusMiles }: FoodTruckView): string {
  const fees = [
    ...(baseTravelFeeCents > 0 ? [formatCents(baseTravelFeeCents)] : []),
    ...(travelFeePerMileCents > 0 ? [`${formatCents(travelFeePerMileCents)} per mile`] : []),
  ];
  const reach = travelRadiusMiles === null ? "" : `, up to ${countOf(travelRadiusMiles, "mile")}`;
  return `${fees.length > 0 ? fees.join(" plus ") : "Free"}${reach}`;
}
