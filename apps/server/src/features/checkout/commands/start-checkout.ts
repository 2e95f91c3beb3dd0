import { isDeepStrictEqual } from "node:util";
import { ERRORS } from "@nexby/contract/errors";
import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import { isOver } from "@nexby/domain/bookings/statuses";
import { billedGuests } from "@nexby/domain/pricing/food-truck-price";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { advanceBooking, cancelBySystem, loadContext, updateRequest } from "../../bookings/public.ts";
import { type FoodTruckRow, findFoodTruck, foodTruckTerms } from "../../listings/public.ts";
import {
  type Asker,
  type CheckoutBody,
  findCheckoutFacts,
  findUnfinishedCheckouts,
  isUnpaid,
  lockCheckout,
  type OwnBooking,
  type Reservation,
  reservationOf,
} from "../checkout.queries.ts";
import { freezePrice, handoffOf, handoffTimesOf, writeBooking } from "../create-booking.ts";
import { type Offer, refusalSentence } from "../offer.ts";
import { quoteBy } from "../quote-item.ts";

/** So often may other windows of the same person be quicker before they have it. */
const MAX_ATTEMPTS = 5;

type Deps = { db: Db; payments: Pick<PaymentsPort, "environment">; geocoding: GeocodingPort };

/**
 * Makes a booking and its request, with the units held and the payment written down: all of it or nothing. The same
 * attempt again, however it was lost, answers the booking it made.
 */
export async function startCheckout(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    try {
      return await reserve(deps, renterId, body);
    } catch (error) {
      // Another window of theirs was quicker by a moment: now it is there to be found.
      if (sqlStateOf(error) !== SQL_STATE.uniqueViolation) throw error;
    }
  }
  throw new AppError("not_bookable", "You are booking this in another window as well. Please go on there");
}

async function reserve(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  const { db, geocoding, payments } = deps;
  const { asker, item } = await factsOf(db, renterId, body);
  const isMade = asker?.begun.some(({ attemptId }) => attemptId === body.attemptId);
  if (!isMade) assertMayRent(asker, body);
  const hasBegun = asker !== null && asker.begun.length > 0;
  const begun = hasBegun ? await db.transaction((tx) => resume(tx, deps, renterId, body)) : null;
  if (begun) return reservationOf(begun);
  if (item.rules.ownerId === renterId) throw new AppError("forbidden", "This is your own item");
  // What they have given up for this one is free again.
  const facts = hasBegun ? (await factsOf(db, renterId, body)).item : item;
  const offer = await quoteBy(db, geocoding, facts, body);
  return writeBooking(db, payments, { renterId, body, offer, price: acceptedPrice(offer, body) });
}

async function factsOf(db: Db, renterId: string, body: CheckoutBody) {
  const facts = await findCheckoutFacts(db, { ...body, renterId });
  if (!facts) throw new AppError("not_found", "Item not found");
  return facts;
}

/**
 * What this attempt, or another window of the same person, has begun already. What they began otherwise for these days
 * is given up: before paying they want the one, not both, and must not meet their own hold.
 */
async function resume(tx: Db, { payments }: Deps, renterId: string, body: CheckoutBody): Promise<Booking | null> {
  await lockCheckout(tx, renterId, body.itemId);
  const { asker, item } = await factsOf(tx, renterId, body);
  const own = await findUnfinishedCheckouts(tx, asker?.begun ?? []);
  const made = own.find(({ attemptId }) => attemptId === body.attemptId);
  if (made) return ofSameTerms(made, body);
  const truck = item.rules.isFoodTruck ? await findFoodTruck(tx, body.itemId) : null;
  const asked = { body, rules: item.rules, truck };
  const same = own.find((booking) => isUnpaid(booking) && isSameRequest(booking, asked));
  if (same) {
    await updateRequest(tx, same.id, { termsVersion: body.termsVersion });
    return same;
  }
  for (const draft of own.filter(isUnpaid)) await giveUp(tx, payments, draft);
  const isAsked = own.some((booking) => !isUnpaid(booking) && areSameDays(booking, body));
  if (isAsked) throw new AppError("not_bookable", "You have already asked for these days");
  return null;
}

/** A try whose answer was lost finds what it made; what is asked for otherwise is another try. */
function ofSameTerms(made: Booking, body: CheckoutBody): Booking {
  const { itemId, totalCents, depositCents, policySnapshot } = made;
  const isSame =
    itemId === body.itemId &&
    areSameDays(made, body) &&
    totalCents === body.totalCents &&
    depositCents === body.depositCents &&
    policySnapshot === body.policy;
  if (isSame || isOver(made.status)) return made;
  throw new AppError("not_bookable", "This attempt was for something else. Please begin another one");
}

const areSameDays = (booking: Booking, { startDate, endDate }: CheckoutBody) =>
  booking.startDate === startDate && booking.endDate === endDate;

async function giveUp(
  tx: Db,
  environment: Pick<PaymentsPort, "environment">,
  { id, renterId }: Booking,
): Promise<void> {
  const context = await loadContext(tx, environment, id);
  const actor = { role: "renter", id: renterId } as const;
  await cancelBySystem(context, { actor, as: "renter", reason: "replaced" });
  await advanceBooking(tx, environment, id);
}

/** What a renter was shown and agrees to, with what is said when it is not so any more. */
const CHANGES = {
  totalCents: ERRORS.price_changed.message,
  depositCents: "The deposit has changed. Please look at it again",
  policy: "What comes back on canceling has changed. Please look at it again",
} as const;
const SHOWN = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** What was shown counts only as long as it is still so. */
function acceptedPrice(offer: Offer, body: CheckoutBody): FrozenPrice {
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

const MESSAGE = "To rent items, please complete your profile with the required information.";

/** Renters need a complete profile and must accept the current terms. */
function assertMayRent(asker: Asker | null, { termsVersion }: CheckoutBody): void {
  const missing = missingProfileFields(asker, "renting");
  if (missing.length > 0) {
    const details = missing.map(({ field, label }) => ({ field, message: label }));
    throw new AppError("profile_incomplete", MESSAGE, { details });
  }
  if (termsVersion !== asker?.termsInForce) throw new AppError("terms_changed");
}

type Asked = { body: CheckoutBody; rules: Offer["facts"]["rules"]; truck: FoodTruckRow | null };

/** Whether a draft is what is asked for now: in all that its renter was shown, and in all they can choose. */
function isSameRequest(draft: OwnBooking, asked: Asked): boolean {
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
    ...handoffOf(body, rules),
    ...handoffTimesOf(body, rules.timezone),
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
