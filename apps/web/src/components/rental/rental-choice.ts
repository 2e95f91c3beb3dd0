import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import { EXCHANGE_TYPES, type ExchangeType, offeredHandoffs } from "@nexby/domain/listings/item-terms";
import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";

/** The renter's choices for an item. They are in the URL, so that they can be shared and survive a reload. */
export type RentalChoice = {
  from: LocalDate | null;
  /** Null while only the first day is chosen. */
  to: LocalDate | null;
  quantity: number | null;
  exchange: ExchangeType | null;
  /** Delivery or event location, as typed. */
  place: string;
  hasInsurance: boolean;
  mode: FoodTruckMode | null;
  guests: number | null;
};

const MODES = ["PER_PERSON", "APPEARANCE"] as const satisfies readonly FoodTruckMode[];
const MAX_PLACE = 200;

/** Anyone can write a URL, so invalid values are ignored. */
export function readChoice(search: string): RentalChoice {
  const params = new URLSearchParams(search);
  const from = dayIn(params.get("from"));
  const to = dayIn(params.get("to"));
  return {
    from,
    to: from && to && to >= from ? to : null,
    quantity: countIn(params.get("quantity")),
    exchange: EXCHANGE_TYPES.find((type) => type === params.get("exchange")) ?? null,
    place: params.get("place")?.slice(0, MAX_PLACE) ?? "",
    hasInsurance: params.get("insurance") === "yes",
    mode: MODES.find((mode) => mode === params.get("mode")) ?? null,
    guests: countIn(params.get("guests")),
  };
}

export const choiceQuery = (choice: RentalChoice): Record<string, string | null> => ({
  from: choice.from,
  to: choice.to,
  quantity: choice.quantity === null ? null : String(choice.quantity),
  exchange: choice.exchange,
  place: choice.place || null,
  insurance: choice.hasInsurance ? "yes" : null,
  mode: choice.mode,
  guests: choice.guests === null ? null : String(choice.guests),
});

const dayIn = (text: string | null): LocalDate | null => (text && isLocalDate(text) ? text : null);

const countIn = (text: string | null): number | null => (text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);

/** Fills in defaults for everything that was not chosen. */
export function fullChoice(item: ItemDetailView, choice: RentalChoice) {
  const exchanges: readonly ExchangeType[] = offeredHandoffs(item);
  const modes = item.foodTruck?.offeredModes ?? [];
  const isOffered = choice.exchange !== null && exchanges.includes(choice.exchange);
  return {
    ...choice,
    quantity: Math.min(choice.quantity ?? fewestUnits(item), mostUnits(item)),
    exchange: (isOffered ? choice.exchange : exchanges[0]) ?? "pickup",
    mode: choice.mode !== null && modes.includes(choice.mode) ? choice.mode : (modes[0] ?? "PER_PERSON"),
    guests: choice.guests ?? item.foodTruck?.perPersonMinHeadcount ?? 1,
  };
}
export type FullChoice = ReturnType<typeof fullChoice>;

export const fewestUnits = (item: ItemDetailView): number => (item.allowQuantity ? item.quantityMinPerBooking : 1);

export const mostUnits = (item: ItemDetailView): number =>
  item.allowQuantity ? Math.min(item.quantityMaxPerBooking ?? item.quantityTotal, item.quantityTotal) : 1;

const MIN_PLACE = 2;

/** Request for the server; null until both dates are chosen. */
export function quoteRequest(item: ItemDetailView, choice: FullChoice): QuoteRequest | null {
  if (choice.from === null || choice.to === null) return null;
  const dates = { startDate: choice.from, endDate: choice.to };
  const place = choice.place.trim();
  const destination = place.length >= MIN_PLACE ? { destination: place } : {};
  const insurance = { hasInsurance: choice.hasInsurance };
  if (item.foodTruck) {
    const foodTruck = { mode: choice.mode, headcount: choice.guests };
    return { ...dates, ...insurance, ...destination, foodTruck };
  }
  return {
    ...dates,
    ...insurance,
    quantity: choice.quantity,
    exchangeType: choice.exchange,
    ...(choice.exchange === "delivery" && destination),
  };
}
