import { isDeepStrictEqual } from "node:util";
import { ERRORS } from "@nexby/contract/errors";
import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import { CHARGE_CONSENT } from "@nexby/domain/payments/later-charges";
import { billedGuests, guestsPerDay } from "@nexby/domain/pricing/food-truck-price";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { type Db, onOneConnection, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { assertNoContacts } from "../../../platform/no-contacts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { keepAttempt, withdrawDraft } from "../../bookings/public.ts";
import { type FoodTruckRow, findFoodTruck, foodTruckTerms } from "../../listings/public.ts";
import {
  type CheckoutBody,
  findCheckoutFacts,
  findUnfinishedCheckouts,
  isUnpaid,
  lockCheckout,
  type OwnBooking,
  type RenterFacts,
  type Reservation,
  reservationOf,
} from "../checkout.queries.ts";
import { freezePrice, handoffOf, handoffTimesOf, hashOfCheckout, writeBooking } from "../create-booking.ts";
import { assertInsurable, type Offer, refusalSentence } from "../offer.ts";
import { quoteBy } from "../quote-item.ts";

/** The number of times other windows of the same renter can win the race before we give up. */
const MAX_ATTEMPTS = 5;

type Deps = { db: Db; payments: Pick<PaymentsPort, "environment">; geocoding: GeocodingPort };

/**
 * Creates the booking and its request, holds the units and records the payment, atomically. Repeating an attempt whose
 * response was lost returns the same booking.
 */
export async function startCheckout(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  // The owner sees the place of a meetup while they decide; an address is what it is for.
  assertNoContacts({ meetupLocation: body.meetupLocation }, { allowed: ["address"] });
  // An address is looked up by the geocoder, and no connection may wait for that.
  if (body.destination !== undefined) return reserveWithRetries(deps, renterId, body);
  // In a rush on one unit, those who read after it was taken are refused without trying to write.
  return onOneConnection(deps.db, (db) => reserveWithRetries({ ...deps, db }, renterId, body));
}

async function reserveWithRetries(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    try {
      return await reserve(deps, renterId, body);
    } catch (error) {
      // Another window of this renter just created the booking, so the next try will find it.
      if (sqlStateOf(error) !== SQL_STATE.uniqueViolation) throw error;
    }
  }
  throw new AppError("not_bookable", "You're already booking this in another window. Please continue there.");
}

async function reserve(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  const { db, geocoding, payments } = deps;
  const { renter, item } = await factsOf(db, renterId, body);
  const isRepeated = renter?.begun.some((checkout) => checkout.isRepeated);
  if (!isRepeated) {
    assertMayRent(renter, body);
    assertInsurable(item.rules.settings, body);
  }
  const hasUnfinished = renter !== null && renter.begun.length > 0;
  const resumed = hasUnfinished ? await db.transaction((tx) => resume(tx, deps, renterId, body)) : null;
  if (resumed) return reservationOf(resumed);
  if (item.rules.ownerId === renterId) throw new AppError("forbidden", "You can't book your own item");
  // Reload: the units of canceled drafts are available again.
  const facts = hasUnfinished ? (await factsOf(db, renterId, body)).item : item;
  const offer = await quoteBy(db, geocoding, facts, body);
  return writeBooking(db, payments, { renterId, body, offer, price: acceptedPrice(offer, body) });
}

async function factsOf(db: Db, renterId: string, body: CheckoutBody) {
  const facts = await findCheckoutFacts(db, { ...body, renterId });
  if (!facts) throw new AppError("not_found", "Item not found");
  return facts;
}

/**
 * Finds the booking that this attempt or another window created. Other unpaid drafts for these days are canceled,
 * because their holds would block this one.
 */
async function resume(tx: Db, { payments }: Deps, renterId: string, body: CheckoutBody): Promise<Booking | null> {
  await lockCheckout(tx, renterId, body.itemId);
  const { renter, item } = await factsOf(tx, renterId, body);
  const repeated = renter?.begun.find(({ isRepeated }) => isRepeated);
  const [hash, before] = [hashOfCheckout(body), repeated?.attempts[body.attemptId]];
  if (before && before !== hash) throw new AppError("attempt_reused");
  const own = await findUnfinishedCheckouts(tx, renter?.begun ?? []);
  const existing = own.find(({ id }) => id === repeated?.id);
  if (existing) return existing;
  const truck = item.rules.isFoodTruck ? await findFoodTruck(tx, body.itemId) : null;
  const requested = { body, rules: item.rules, truck };
  const same = own.find((booking) => isUnpaid(booking) && isSameRequest(booking, requested));
  if (same) {
    const attempts = renter?.begun.find(({ id }) => id === same.id)?.attempts;
    const checkoutAttempts = { ...attempts, [body.attemptId]: hash };
    await keepAttempt(tx, same.id, { termsVersion: body.termsVersion, checkoutAttempts });
    return same;
  }
  for (const draft of own.filter(isUnpaid)) await withdrawDraft(tx, payments, draft);
  const isAlreadyRequested = own.some((booking) => !isUnpaid(booking) && areSameDays(booking, body));
  if (isAlreadyRequested) throw new AppError("not_bookable", "You've already requested these dates");
  return null;
}

const areSameDays = (booking: Booking, { startDate, endDate }: CheckoutBody) =>
  booking.startDate === startDate && booking.endDate === endDate;

/** Everything in a price that a renter is shown and accepts, with the message for when it has changed. */
const CHANGES: Record<Exclude<keyof CheckoutBody & keyof FrozenPrice, "quantity">, string> = {
  totalCents: ERRORS.price_changed.message,
  depositCents: "The deposit has changed. Please review the new amount.",
  policy: "The cancellation policy has changed. Please review the new one.",
  pieces: "The list of pieces has changed. Please review the new one.",
  lateFee: "The late fee has changed. Please review the new one.",
  damageLimitCents: "Your maximum damage charge has changed. Please review the new amount.",
  loss: "What a loss can cost has changed. Please review the new amount.",
};
const ACCEPTED_FIELDS = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
/** Terms are an object of their own: the page loads the price again to show them. */
const IS_NAMED: ReadonlySet<string> = new Set(["totalCents", "depositCents", "policy", "pieces"]);

/** Throws when the dates can't be booked or the displayed price is stale. */
function acceptedPrice(offer: Offer, body: CheckoutBody): FrozenPrice {
  const price = freezePrice(offer);
  if (offer.refusal === "not_enough_units") {
    throw new AppError("units_unavailable", refusalSentence(offer.refusal, offer));
  }
  if (offer.refusal !== null) throw new AppError("not_bookable", refusalSentence(offer.refusal, offer));
  if (!price) throw new AppError("not_bookable");
  const current = { ...price, pieces: price.pieces ?? [] };
  const changed = ACCEPTED_FIELDS.filter((field) => !isAsShown(body[field], current[field]));
  const [first] = changed;
  if (first === undefined) return price;
  const named = changed.filter((field) => IS_NAMED.has(field));
  const details = named.map((field) => ({ field, message: textOf(current[field]) }));
  throw new AppError("price_changed", CHANGES[first], details.length > 0 ? { details } : {});
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const MESSAGE = "To rent items, please complete your profile with the required information.";

/** Renters need a complete profile and must accept the current terms. */
function assertMayRent(renter: RenterFacts | null, body: CheckoutBody): void {
  const missing = missingProfileFields(renter, "renting");
  if (missing.length > 0) {
    const details = missing.map(({ field, label }) => ({ field, message: label }));
    throw new AppError("profile_incomplete", MESSAGE, { details });
  }
  const { termsVersion, chargeConsentVersion = CHARGE_CONSENT.version } = body;
  const isCurrent = termsVersion === renter?.termsInForce && chargeConsentVersion === CHARGE_CONSENT.version;
  if (!isCurrent) throw new AppError("terms_changed");
}

type RequestedBooking = { body: CheckoutBody; rules: Offer["facts"]["rules"]; truck: FoodTruckRow | null };

/** What identifies the attempt and what the renter consents to: a resumed booking takes these over. */
type Consent =
  | "itemId"
  | "attemptId"
  | "termsVersion"
  | "acceptsTerms"
  | "acceptsLaterCharges"
  | "chargeConsentVersion";

type IsSame = (draft: OwnBooking, requested: RequestedBooking) => boolean;

/** A value that an older page doesn't send is accepted as it is. */
const isAsShown = (shown: unknown, agreed: unknown) => shown === undefined || isDeepStrictEqual(shown, agreed);

const isSameHandoff: IsSame = (draft, { body, rules }) => matches(draft, handoffOf(body, rules));
const areSameTimes: IsSame = (draft, { body, rules }) => matches(draft, handoffTimesOf(body, rules.timezone));

const matches = <Columns extends Partial<OwnBooking>>(draft: OwnBooking, columns: Columns) =>
  Object.entries(columns).every(([name, value]) =>
    isDeepStrictEqual(draft[name as keyof Columns & keyof OwnBooking], value),
  );

/** How each field of a request is compared with a draft: everything the renter was shown, and everything they can choose. */
const COMPARISONS: Record<Exclude<keyof CheckoutBody, Consent>, IsSame> = {
  startDate: (draft, { body }) => draft.startDate === body.startDate,
  endDate: (draft, { body }) => draft.endDate === body.endDate,
  // A food truck is booked once, whatever the number of guests.
  quantity: (draft, { body, truck }) => draft.quantity === (truck ? 1 : body.quantity),
  foodTruck: (draft, { body, truck }) =>
    guestsPerDay(draft.priceBreakdown) ===
    (truck && body.foodTruck?.mode === "PER_PERSON"
      ? billedGuests(foodTruckTerms(truck), body.foodTruck.headcount)
      : null),
  hasInsurance: (draft, { body }) => draft.insuranceCents > 0 === body.hasInsurance,
  totalCents: (draft, { body }) => draft.totalCents === body.totalCents,
  depositCents: (draft, { body }) => draft.depositCents === body.depositCents,
  policy: (draft, { body }) => draft.policySnapshot === body.policy,
  lateFee: (draft, { body }) => isAsShown(body.lateFee, draft.priceBreakdown.lateFee ?? null),
  damageLimitCents: (draft, { body }) => isAsShown(body.damageLimitCents, draft.priceBreakdown.damageLimitCents),
  loss: (draft, { body }) => isAsShown(body.loss, draft.priceBreakdown.loss),
  pieces: (draft, { body }) => isDeepStrictEqual(draft.priceBreakdown.pieces ?? [], body.pieces),
  exchangeType: isSameHandoff,
  destination: isSameHandoff,
  meetupLocation: isSameHandoff,
  requestedPickupTime: areSameTimes,
  requestedDropoffTime: areSameTimes,
  isPickupFlexible: areSameTimes,
  isDropoffFlexible: areSameTimes,
  message: (draft, { body }) => draft.message === body.message,
};

const isSameRequest: IsSame = (draft, requested) =>
  Object.values(COMPARISONS).every((isSame) => isSame(draft, requested));
