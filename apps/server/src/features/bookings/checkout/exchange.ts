import { offeredExchanges } from "@nexby/domain/bookings/exchange";
import type { Offer } from "../../quotes/public.ts";
import type { CheckoutBody } from "./checkout-body.ts";

const METHODS = {
  pickup: { deliveryMethod: "pickup", pickupMethod: "PICKUP" },
  delivery: { deliveryMethod: "delivery", pickupMethod: "DELIVERY" },
  meetup: { deliveryMethod: "pickup", pickupMethod: "MEETUP" },
} as const;

/** How the item is to change hands, as a booking keeps it. Unsaid, it is the first way that is offered. */
export function exchangeOf(body: CheckoutBody, rules: Offer["facts"]["rules"]) {
  const type = rules.isFoodTruck ? "delivery" : (body.exchangeType ?? offeredExchanges(rules)[0] ?? "pickup");
  return {
    exchangeType: type,
    ...METHODS[type],
    deliveryAddress: type === "delivery" ? (body.destination ?? null) : null,
    meetupLocation: type === "meetup" ? (body.meetupLocation ?? null) : null,
  };
}
