import { type ExchangeType, offeredExchanges } from "@nexby/domain/bookings/exchange";
import type { ItemRulesRow } from "./quotes.repository.ts";

/** How the item is to change hands. Unsaid, it is the first way that is offered; a food truck always comes. */
export function exchangeTypeOf(rules: ItemRulesRow, said: ExchangeType | undefined): ExchangeType {
  return rules.isFoodTruck ? "delivery" : (said ?? offeredExchanges(rules)[0] ?? "pickup");
}
