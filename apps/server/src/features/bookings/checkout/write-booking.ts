import { offeredExchanges } from "@nexby/domain/bookings/exchange";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { recordTransition } from "../../../platform/history/record-transition.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { startConversation } from "../../conversations/public.ts";
import { placeHold } from "../../inventory/public.ts";
import { type FrozenPrice, openPayment } from "../../payments/public.ts";
import type { Offer } from "../../quotes/public.ts";
import type { BookedItem } from "../booking-item.repository.ts";
import { type Booking, insertBooking, insertRequest } from "../bookings.repository.ts";
import { wakeBooking } from "../lifecycle/wake-booking.ts";
import type { CheckoutBody } from "./checkout-body.ts";
import { priceColumns } from "./freeze-price.ts";
import { requestedTimes } from "./requested-times.ts";

const MINUTE_MS = 60_000;
const CHECKOUT_MINUTES = 30;
/** A little longer, so that what is paid at the last moment still finds its units. */
const HOLD_MINUTES = 35;

const METHODS = {
  pickup: { deliveryMethod: "pickup", pickupMethod: "PICKUP" },
  delivery: { deliveryMethod: "delivery", pickupMethod: "DELIVERY" },
  meetup: { deliveryMethod: "pickup", pickupMethod: "MEETUP" },
} as const;

type Asked = { renterId: string; body: CheckoutBody; item: BookedItem; offer: Offer; price: FrozenPrice };

export async function writeBooking(
  tx: Db,
  environment: Pick<PaymentsPort, "environment">,
  asked: Asked,
  now: Date,
): Promise<Booking> {
  const { renterId, body, item, offer, price } = asked;
  const { stay } = offer;
  if (!stay) throw new AppError("not_bookable");
  const id = newId();
  const { ownerId, id: itemId, title } = item;
  const parties = { itemId, renterId, ownerId };
  const common = { ...exchangeOf(asked), ...requestedTimes(body, offer), quantity: price.quantity };
  const days = { startDate: body.startDate, endDate: body.endDate };
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

  const checkoutExpiresAt = after(CHECKOUT_MINUTES);
  const booking = await insertBooking(tx, {
    id,
    ...parties,
    ...days,
    ...common,
    ...addressOf(asked),
    ...priceColumns(price),
    startAt: stay.startAt,
    endAt: stay.endAt,
    timezone: item.timezone,
    paymentStatus: "awaiting_payment",
    depositStatus: price.depositCents > 0 ? "pending" : "not_required",
    checkoutExpiresAt,
    rentalPaymentId: await openRental(tx, environment, { id, renterId, ownerId, price, title }),
  });
  const { exchangeType: _, ...offered } = common;
  await insertRequest(tx, {
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
  await placeHold(tx, {
    listingId: itemId,
    startAt: stay.occupiedFrom,
    endAt: stay.endAt,
    quantity: price.quantity,
    kind: "checkout",
    renterUserId: renterId,
    bookingId: id,
    expiresAt: after(HOLD_MINUTES),
  });
  await wakeBooking(tx, id, { job: "expire_checkout", at: checkoutExpiresAt });
  await startConversation(tx, { ...parties, bookingId: id, message: body.message });
  await recordTransition(
    tx,
    { entityType: "booking", entityId: id, toStatus: "pending", transitionType: "party", actorId: renterId },
    { bookingId: id, actorId: renterId, eventType: "start_checkout", metadata: { by: "renter" } },
  );
  return booking;
}

type Rental = { id: string; renterId: string; ownerId: string; price: FrozenPrice; title: string };

async function openRental(
  tx: Db,
  environment: Pick<PaymentsPort, "environment">,
  { id: bookingId, renterId: payerId, ownerId, price, title }: Rental,
): Promise<string> {
  const what = { kind: "rental", price, capture: "manual", savesCard: true, description: title } as const;
  return (await openPayment(tx, environment, { bookingId, payerId, ownerId, ...what })).id;
}

function exchangeOf({ body, offer }: Asked) {
  const { truck, rules } = offer.facts;
  const type = truck ? "delivery" : (body.exchangeType ?? offeredExchanges(rules)[0] ?? "pickup");
  return {
    exchangeType: type,
    ...METHODS[type],
    deliveryAddress: type === "delivery" ? (body.destination ?? null) : null,
    meetupLocation: type === "meetup" ? (body.meetupLocation ?? null) : null,
  };
}

/** Where the item changes hands: where it is, where it is brought, or where both have said. */
function addressOf(asked: Asked) {
  const { exchangeType, deliveryAddress, meetupLocation } = exchangeOf(asked);
  const { item, offer } = asked;
  if (exchangeType === "meetup") return { exchangeAddress: meetupLocation ?? item.location };
  const place = exchangeType === "delivery" ? offer.facts.destination : item;
  return {
    exchangeAddress: exchangeType === "delivery" ? deliveryAddress : (item.address ?? item.location),
    exchangeLatitude: place?.latitude ?? null,
    exchangeLongitude: place?.longitude ?? null,
  };
}
