import type { FoodTruckView } from "@nexby/contract/food-truck-fields";
import { countOf } from "../../lib/count-of.ts";
import { formatCents } from "../../lib/money.ts";

type Fact = { label: string; value: string };

/** What a food truck asks for and needs, in words. What does not apply is left out. */
export function truckFactsOf(truck: FoodTruckView): Fact[] {
  const sells = (mode: "PER_PERSON" | "APPEARANCE") => truck.offeredModes.includes(mode);
  const facts: (Fact | false)[] = [
    sells("PER_PERSON") && { label: "Paid by you", value: perPersonOf(truck) },
    sells("APPEARANCE") && {
      label: "Paid by your guests",
      value: `${formatCents(truck.appearanceFeeCents)} a day for coming; guests pay for what they eat`,
    },
    { label: "Travel", value: travelOf(truck) },
    { label: "Ahead of time", value: `Book at least ${countOf(truck.prepLeadTimeHours, "hour")} before` },
    { label: "Setting up", value: `${countOf(truck.setupTimeMinutes, "minute")} before it opens` },
    { label: "Power", value: truck.powerRequirements ?? "Needs none of yours" },
    { label: "Paper goods", value: truck.includesPaperGoods ? "Plates and napkins included" : "Not included" },
  ];
  return facts.filter((fact) => fact !== false);
}

/** What a guest costs by the number of guests, from the fewest that are billed. */
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
  const price = tieredPricing.length > 0 ? "By the number of guests" : `${formatCents(perPersonPriceCents)} per guest`;
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
