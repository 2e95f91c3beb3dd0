import type { FoodTruckView } from "@nexby/contract/food-truck-fields";
import { offeredModes } from "@nexby/domain/pricing/food-truck-price";
import { menuAddress } from "../photos/public.ts";
import type { FoodTruckRow } from "./food-trucks.repository.ts";

export function presentFoodTruck({ itemId: _, ...truck }: FoodTruckRow): FoodTruckView {
  return {
    ...truck,
    offeredModes: offeredModes(truck),
    menuFileUrl: truck.menuFileKey === null ? null : menuAddress(truck.menuFileKey),
  };
}
