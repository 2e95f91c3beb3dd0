import type { GeocodingPort } from "../../../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import type { FrozenPrice } from "../../../payments/public.ts";
import { type Offer, quoteRental, refusalSentence } from "../../../quotes/public.ts";
import { type BookedItem, findBookedItem } from "../../booking-item.repository.ts";
import { type Booking, findBookingOfAttempt } from "../../bookings.repository.ts";
import { advanceBooking } from "../../lifecycle/advance-booking.ts";
import { callOff } from "../../lifecycle/call-off.ts";
import { loadContext } from "../../lifecycle/load-context.ts";
import { assertMayRent } from "../assert-may-rent.ts";
import { findTwin, lockCheckout } from "../checkout.repository.ts";
import type { CheckoutBody } from "../checkout-body.ts";
import { freezePrice } from "../freeze-price.ts";
import { writeBooking } from "../write-booking.ts";

type Deps = { db: Db; payments: Pick<PaymentsPort, "environment">; geocoding: GeocodingPort };

/**
 * Makes a booking and its request, with the units held and the payment written down: all of it or nothing. The same
 * attempt again, however it was lost, answers the booking it made.
 */
export async function startCheckout(deps: Deps, renterId: string, body: CheckoutBody): Promise<Booking> {
  const { db, geocoding } = deps;
  const made = await findBookingOfAttempt(db, renterId, body.attemptId);
  if (made) return made;
  const item = await findBookedItem(db, body.itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  await assertMayRent(db, renterId, item, body);
  const offer = await quoteRental(db, geocoding, body.itemId, body);
  const price = agreedPrice(offer, body);
  return db.transaction((tx) => book(tx, deps, { renterId, body, item, offer, price }));
}

/** What was shown counts only as long as it is still so. */
function agreedPrice(offer: Offer, { totalCents }: CheckoutBody): FrozenPrice {
  const price = freezePrice(offer);
  if (offer.refusal === "not_enough_units") {
    throw new AppError("units_unavailable", refusalSentence(offer.refusal, offer));
  }
  if (offer.refusal !== null) throw new AppError("not_bookable", refusalSentence(offer.refusal, offer));
  if (!price) throw new AppError("not_bookable");
  if (price.totalCents !== totalCents) {
    const details = [{ field: "totalCents", message: String(price.totalCents) }];
    throw new AppError("price_changed", undefined, { details });
  }
  return price;
}

type Asked = { renterId: string; body: CheckoutBody; item: BookedItem; offer: Offer; price: FrozenPrice };

async function book(tx: Db, { payments }: Deps, asked: Asked): Promise<Booking> {
  const { renterId, body } = asked;
  await lockCheckout(tx, renterId, body.itemId);
  const made = await findBookingOfAttempt(tx, renterId, body.attemptId);
  if (made) return made;
  const twin = await findTwin(tx, renterId, body);
  if (twin) {
    if (!isUnpaid(twin)) throw new AppError("not_bookable", "You have already asked for these days");
    if (isSameRequest(twin, asked)) return twin;
    await giveUp(tx, payments, twin);
  }
  const booking = await writeBooking(tx, payments, asked, await readClock(tx));
  return (await advanceBooking(tx, payments, booking.id)) ?? booking;
}

const isUnpaid = ({ status, approvalStatus, paymentStatus }: Booking) =>
  status === "pending" && approvalStatus === "draft" && paymentStatus !== "authorized";

/** Another window of the same person, at the same thing. */
const isSameRequest = (twin: Booking, { body, price }: Asked) =>
  twin.quantity === price.quantity &&
  twin.totalCents === price.totalCents &&
  (body.exchangeType === undefined || twin.exchangeType === body.exchangeType) &&
  twin.deliveryAddress === (body.destination ?? null);

/** Whoever chooses otherwise before paying wants the one, not both. */
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
