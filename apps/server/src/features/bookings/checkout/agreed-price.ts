import { ERRORS } from "@nexby/contract/errors";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { FrozenPrice } from "../../payments/public.ts";
import { type Offer, refusalSentence } from "../../quotes/public.ts";
import type { CheckoutBody } from "./checkout-body.ts";
import { freezePrice } from "./freeze-price.ts";

/** What a renter was shown and agrees to, with what is said when it is not so any more. */
const CHANGES = {
  totalCents: ERRORS.price_changed.message,
  depositCents: "The deposit has changed. Please look at it again",
  policy: "What comes back on canceling has changed. Please look at it again",
} as const;
const SHOWN = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** What was shown counts only as long as it is still so. */
export function agreedPrice(offer: Offer, body: CheckoutBody): FrozenPrice {
  const price = freezePrice(offer);
  if (offer.refusal === "not_enough_units") {
    throw new AppError("units_unavailable", refusalSentence(offer.refusal, offer));
  }
  if (offer.refusal !== null) throw new AppError("not_bookable", refusalSentence(offer.refusal, offer));
  if (!price) throw new AppError("not_bookable");
  const changed = SHOWN.filter((field) => price[field] !== body[field]);
  const [first] = changed;
  if (first) {
    const details = changed.map((field) => ({ field, message: String(price[field]) }));
    throw new AppError("price_changed", CHANGES[first], { details });
  }
  return price;
}
