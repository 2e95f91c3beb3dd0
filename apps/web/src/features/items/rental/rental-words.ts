import type { ExchangeType } from "@nexby/domain/bookings/exchange";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";

export const EXCHANGE_LABELS: Record<ExchangeType, string> = {
  pickup: "Pickup",
  meetup: "Meetup",
  delivery: "Delivery",
};

export const MODE_LABELS: Record<FoodTruckMode, string> = {
  PER_PERSON: "I pay for my guests",
  APPEARANCE: "Guests pay at the truck",
};

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });

/** A day without a zone, read at its noon so that no zone moves it. */
const noonOf = (date: LocalDate) => new Date(`${date}T12:00:00Z`);

/** "Thu, Jun 4" */
export const dayWords = (date: LocalDate): string => WEEKDAY.format(noonOf(date));

/** "Jun 4 – 6", "Jun 4" */
export const rangeWords = (from: LocalDate, to: LocalDate): string => DAY.formatRange(noonOf(from), noonOf(to));

/** "Jun 3, 9:00 AM" where the item is. */
export const momentWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(instant);
