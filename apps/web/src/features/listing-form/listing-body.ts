import type { ListingInput } from "@nexby/contract/listing-fields";
import { centsFromDecimal } from "@nexby/domain/kernel/money";
import type { FoodTruckValues } from "./food-truck-values.ts";
import type { ListingValues } from "./listing-values.ts";

/** Fields as they are sent: what cannot be read is sent as it was typed, and refused by the contract. */
type Sent<Fields> = { [Name in keyof Fields]: unknown };

/** What is sent of what was typed. */
export function bodyOf(values: ListingValues, isFoodTruck: boolean): Sent<ListingInput> {
  return {
    ...values,
    setupFlatFeeCents: fee(values.setupFlatFeeCents),
    setupPerUnitFeeCents: fee(values.setupPerUnitFeeCents),
    replacementValueCents: values.replacementValueCents.trim() === "" ? null : price(values.replacementValueCents),
    turnaroundMinutes: values.turnaroundMinutes || "0",
    foodTruck: isFoodTruck ? foodTruckBody(values.foodTruck) : null,
  };
}

function foodTruckBody({ menuFileUrl: _, ...truck }: FoodTruckValues): Sent<NonNullable<ListingInput["foodTruck"]>> {
  return {
    ...truck,
    perPersonPriceCents: fee(truck.perPersonPriceCents),
    appearanceFeeCents: fee(truck.appearanceFeeCents),
    baseTravelFeeCents: fee(truck.baseTravelFeeCents),
    travelFeePerMileCents: fee(truck.travelFeePerMileCents),
    tieredPricing: truck.tieredPricing.map(({ min, max, perPersonPriceCents }) => ({
      min,
      max: orNull(max),
      perPersonPriceCents: price(perPersonPriceCents),
    })),
    travelRadiusMiles: orNull(truck.travelRadiusMiles),
    powerRequirements: orNull(truck.powerRequirements),
    menuUrl: orNull(truck.menuUrl),
    menuFileKey: orNull(truck.menuFileKey),
  };
}

const orNull = (typed: string): string | null => (typed.trim() === "" ? null : typed);

/** Dollars as typed, in cents. */
function price(typed: string): number | string {
  const read = centsFromDecimal(typed.trim());
  return read.ok ? read.value : typed;
}

/** What is left empty costs nothing. */
const fee = (typed: string): number | string => (typed.trim() === "" ? 0 : price(typed));
