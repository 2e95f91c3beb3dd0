import { EXCHANGE_TYPES, type ExchangeType } from "@nexby/domain/bookings/exchange";
import { isLocalDate, type LocalDate } from "@nexby/domain/kernel/calendar";
import type { FoodTruckMode } from "@nexby/domain/pricing/food-truck-price";

/** What somebody wants of an item. It is in the address, so that it can be shared and survives a reload. */
export type RentalChoice = {
  from: LocalDate | null;
  /** Null while only the first day is chosen. */
  to: LocalDate | null;
  quantity: number | null;
  exchange: ExchangeType | null;
  /** Where to bring it, as it was typed. */
  place: string;
  hasInsurance: boolean;
  mode: FoodTruckMode | null;
  guests: number | null;
};

const MODES = ["PER_PERSON", "APPEARANCE"] as const satisfies readonly FoodTruckMode[];
const LONGEST_PLACE = 200;

/** Anybody can write an address: what is no choice is none. */
export function readChoice(search: string): RentalChoice {
  const params = new URLSearchParams(search);
  const from = dayIn(params.get("from"));
  const to = dayIn(params.get("to"));
  return {
    from,
    to: from && to && to >= from ? to : null,
    quantity: countIn(params.get("quantity")),
    exchange: EXCHANGE_TYPES.find((type) => type === params.get("exchange")) ?? null,
    place: params.get("place")?.slice(0, LONGEST_PLACE) ?? "",
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
