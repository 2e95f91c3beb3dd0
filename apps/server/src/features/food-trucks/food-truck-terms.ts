import { cents } from "@nexby/domain/kernel/money";
import type { FoodTruckTerms } from "@nexby/domain/pricing/food-truck-price";
import type { FoodTruckRow } from "./food-trucks.repository.ts";

/** The row as the rules of its price read it. */
export const foodTruckTerms = (truck: FoodTruckRow): FoodTruckTerms => ({
  ...truck,
  perPersonPriceCents: cents(truck.perPersonPriceCents),
  appearanceFeeCents: cents(truck.appearanceFeeCents),
  baseTravelFeeCents: cents(truck.baseTravelFeeCents),
  travelFeePerMileCents: cents(truck.travelFeePerMileCents),
  tieredPricing: truck.tieredPricing.map((tier) => ({
    ...tier,
    perPersonPriceCents: cents(tier.perPersonPriceCents),
  })),
});
