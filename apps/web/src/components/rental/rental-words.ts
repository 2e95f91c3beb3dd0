import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";

export const MODE_LABELS: Record<FoodTruckMode, string> = {
  PER_PERSON: "I pay for my guests",
  APPEARANCE: "Guests pay at the truck",
};

/** "Jun 3, 9:00 AM" where the item is. */
export const momentWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(instant);
