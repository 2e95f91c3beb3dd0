import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { insertOf } from "../../../platform/db/insert-together.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { transitionInserts } from "../../../platform/history/record-transition.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { conversationInserts } from "../../conversations/public.ts";
import { placeHold } from "../../inventory/public.ts";
import { type FrozenPrice, paymentInserts } from "../../payments/public.ts";
import type { Offer } from "../../quotes/public.ts";
import { bookingRequests } from "../booking-requests.table.ts";
import { bookings } from "../bookings.table.ts";
import { wakeInsert } from "../lifecycle/wake-booking.ts";
import type { CheckoutBody } from "./checkout-body.ts";
import { exchangeOf } from "./exchange.ts";
import { priceColumns } from "./freeze-price.ts";
import { requestedTimes } from "./requested-times.ts";
import type { Reservation } from "./reservation.ts";

const MINUTE_MS = 60_000;
const CHECKOUT_MINUTES = 30;
/** A little longer, so that what is paid at the last moment still finds its units. */
const HOLD_MINUTES = 35;

type Asked = { renterId: string; body: CheckoutBody; offer: Offer; price: FrozenPrice };

/** A booking and its request, with the units held and the payment to be made: in one statement, or not at all. */
export async function writeBooking(
  db: Db,
  environment: Pick<PaymentsPort, "environment">,
  asked: Asked,
): Promise<Reservation> {
  const { renterId, body, offer, price } = asked;
  const { stay, facts } = offer;
  if (!stay) throw new AppError("not_bookable");
  const id = newId();
  const { ownerId, id: itemId, title: description, timezone } = facts.rules;
  const parties = { itemId, renterId, ownerId };
  const common = { ...exchangeOf(body, facts.rules), ...requestedTimes(body, offer), quantity: price.quantity };
  const days = { startDate: body.startDate, endDate: body.endDate };
  const after = (minutes: number) => new Date(facts.now.getTime() + minutes * MINUTE_MS);

  const checkoutExpiresAt = after(CHECKOUT_MINUTES);
  const rental = { kind: "rental", price, capture: "manual", savesCard: true, description } as const;
  const payment = paymentInserts(environment, { bookingId: id, payerId: renterId, ownerId, ...rental }, facts.now);
  const booking = insertOf(bookings, {
    id,
    ...parties,
    ...days,
    ...common,
    ...addressOf(asked),
    ...priceColumns(price),
    startAt: stay.startAt,
    endAt: stay.endAt,
    timezone,
    paymentStatus: "awaiting_payment",
    depositStatus: price.depositCents > 0 ? "pending" : "not_required",
    checkoutExpiresAt,
    rentalPaymentId: payment.id,
  });
  const { exchangeType: _, ...offered } = common;
  const request = insertOf(bookingRequests, {
    id: newId(),
    bookingId: id,
    ...parties,
    ...days,
    ...offered,
    totalCents: price.totalCents,
    priceParts: price,
    paymentStatus: "awaiting_payment",
    checkoutSessionId: body.attemptId,
    termsAccepted: true,
    termsVersion: body.termsVersion,
  });
  const others = [
    ...payment.inserts,
    booking,
    request,
    wakeInsert(id, { job: "expire_checkout", at: checkoutExpiresAt }),
    ...conversationInserts({ ...parties, bookingId: id, message: body.message }, facts.now),
    ...transitionInserts(
      { entityType: "booking", entityId: id, toStatus: "pending", transitionType: "party", actorId: renterId },
      { bookingId: id, actorId: renterId, eventType: "start_checkout", metadata: { by: "renter" } },
    ),
  ];
  const period = { startAt: stay.occupiedFrom, endAt: stay.endAt, expiresAt: after(HOLD_MINUTES) };
  const what = { listingId: itemId, bookingId: id, renterUserId: renterId, quantity: price.quantity };
  await placeHold(db, { ...what, ...period, kind: "checkout" }, others);
  return { bookingId: id, isToBePaid: true, isOver: false };
}

/** Where the item changes hands: where it is, where it is brought, or where both have said. */
function addressOf({ body, offer }: Asked) {
  const { destination, rules: item } = offer.facts;
  const { exchangeType, deliveryAddress, meetupLocation } = exchangeOf(body, item);
  if (exchangeType === "meetup") return { exchangeAddress: meetupLocation ?? item.location };
  const place = exchangeType === "delivery" ? destination : item;
  return {
    exchangeAddress: exchangeType === "delivery" ? deliveryAddress : (item.address ?? item.location),
    exchangeLatitude: place?.latitude ?? null,
    exchangeLongitude: place?.longitude ?? null,
  };
}
