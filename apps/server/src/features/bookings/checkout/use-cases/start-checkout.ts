import { isOver } from "@nexby/domain/bookings/booking-statuses";
import type { GeocodingPort } from "../../../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../../platform/db/sql-state.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findFoodTruck } from "../../../food-trucks/public.ts";
import { quoteBy } from "../../../quotes/public.ts";
import { type Booking, updateRequest } from "../../bookings.repository.ts";
import { advanceBooking } from "../../lifecycle/advance-booking.ts";
import { callOff } from "../../lifecycle/call-off.ts";
import { loadContext } from "../../lifecycle/load-context.ts";
import { agreedPrice } from "../agreed-price.ts";
import { assertMayRent } from "../assert-may-rent.ts";
import { findBegun, findCheckoutFacts, lockCheckout } from "../checkout.repository.ts";
import type { CheckoutBody } from "../checkout-body.ts";
import { isUnpaid, type Reservation, reservationOf } from "../reservation.ts";
import { isSameRequest } from "../same-request.ts";
import { writeBooking } from "../write-booking.ts";

/** So often may other windows of the same person be quicker before they have it. */
const MOST_TRIES = 5;

type Deps = { db: Db; payments: Pick<PaymentsPort, "environment">; geocoding: GeocodingPort };

/**
 * Makes a booking and its request, with the units held and the payment written down: all of it or nothing. The same
 * attempt again, however it was lost, answers the booking it made.
 */
export async function startCheckout(deps: Deps, renterId: string, body: CheckoutBody): Promise<Reservation> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
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
  return writeBooking(db, payments, { renterId, body, offer, price: agreedPrice(offer, body) });
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
  const own = await findBegun(tx, asker?.begun ?? []);
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
  await callOff(context, { actor, as: "renter", reason: "replaced" });
  await advanceBooking(tx, environment, id);
}
