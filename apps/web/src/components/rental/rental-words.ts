import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";
import { zonedTime } from "../../lib/zoned-time.ts";

export const MODE_LABELS: Record<FoodTruckMode, string> = {
  PER_PERSON: "I pay for my guests",
  APPEARANCE: "Guests pay at the truck",
};

const MOMENT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** "Jun 3, 9:00 AM" where the item is. */
export const momentWords = (instant: Date, timeZone: string): string => zonedTime(instant, timeZone, MOMENT);
