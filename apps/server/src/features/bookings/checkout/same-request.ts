import { isDeepStrictEqual } from "node:util";
import { billedGuests } from "@nexby/domain/pricing/food-truck-price";
import { type FoodTruckRow, foodTruckTerms } from "../../food-trucks/public.ts";
import type { Offer } from "../../quotes/public.ts";
import type { OwnBooking } from "./checkout.repository.ts";
import type { CheckoutBody } from "./checkout-body.ts";
import { exchangeOf } from "./exchange.ts";
import { wishedTimes } from "./requested-times.ts";

type Asked = { body: CheckoutBody; rules: Offer["facts"]["rules"]; truck: FoodTruckRow | null };

/** Whether a draft is what is asked for now: in all that its renter was shown, and in all they can choose. */
export function isSameRequest(draft: OwnBooking, asked: Asked): boolean {
  const kept: Record<string, unknown> = { ...draft, guests: guestsOf(draft), isInsured: draft.insuranceCents > 0 };
  return Object.entries(choiceOf(asked)).every(([name, value]) => isDeepStrictEqual(kept[name], value));
}

function choiceOf({ body, rules, truck }: Asked) {
  return {
    startDate: body.startDate,
    endDate: body.endDate,
    // A truck comes once, however many guests there are.
    quantity: truck ? 1 : body.quantity,
    totalCents: body.totalCents,
    depositCents: body.depositCents,
    policySnapshot: body.policy,
    ...exchangeOf(body, rules),
    ...wishedTimes(body, rules.timezone),
    message: body.message,
    guests:
      truck && body.foodTruck?.mode === "PER_PERSON"
        ? billedGuests(foodTruckTerms(truck), body.foodTruck.headcount)
        : null,
    // Where insurance costs nothing, nobody can tell who wanted it.
    isInsured: body.hasInsurance && rules.settings.insuranceRate > 0,
  };
}

/** For how many there is a meal; null where guests pay for themselves, or nobody cooks. */
const guestsOf = ({ priceBreakdown: { lines } }: OwnBooking): number | null =>
  lines.find(({ code }) => code === "food")?.units ?? null;
