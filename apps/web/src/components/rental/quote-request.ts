import type { ItemDetailView } from "@nexby/contract/items";
import type { QuoteRequest } from "@nexby/contract/quotes";
import { type ExchangeType, offeredExchanges } from "@nexby/domain/bookings/exchange";
import type { RentalChoice } from "./rental-choice.ts";

/** A choice with what counts where nothing was chosen. */
export function fullChoice(item: ItemDetailView, choice: RentalChoice) {
  const exchanges: readonly ExchangeType[] = offeredExchanges(item);
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

const SHORTEST_PLACE = 2;

/** What to ask the server; null while the dates are open. */
export function quoteRequest(item: ItemDetailView, choice: FullChoice): QuoteRequest | null {
  if (choice.from === null || choice.to === null) return null;
  const dates = { startDate: choice.from, endDate: choice.to };
  const place = choice.place.trim();
  const destination = place.length >= SHORTEST_PLACE ? { destination: place } : {};
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
