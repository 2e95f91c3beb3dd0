import { exchangeTypeOf, type Offer } from "../../quotes/public.ts";
import type { CheckoutBody } from "./checkout-body.ts";

const METHODS = {
  pickup: { deliveryMethod: "pickup", pickupMethod: "PICKUP" },
  delivery: { deliveryMethod: "delivery", pickupMethod: "DELIVERY" },
  meetup: { deliveryMethod: "pickup", pickupMethod: "MEETUP" },
} as const;

/** How the item is to change hands, as a booking keeps it. */
export function exchangeOf(body: CheckoutBody, rules: Offer["facts"]["rules"]) {
  const type = exchangeTypeOf(rules, body.exchangeType);
  return {
    exchangeType: type,
    ...METHODS[type],
    deliveryAddress: type === "delivery" ? (body.destination ?? null) : null,
    meetupLocation: type === "meetup" ? (body.meetupLocation ?? null) : null,
  };
}
