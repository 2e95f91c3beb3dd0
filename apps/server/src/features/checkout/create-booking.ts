import { createHash } from "node:crypto";
import { MAX_RE_AUTH_ATTEMPTS } from "@nexby/domain/bookings/deadlines";
import { clockTime, type LocalDate, type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { instantOf } from "@nexby/domain/kernel/zones";
import { CHARGE_CONSENT } from "@nexby/domain/payments/later-charges";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { transitionInserts } from "../../platform/audit.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { FrozenPrice } from "../../schema/payments.ts";
import { draftInserts } from "../bookings/public.ts";
import { insertWithHold } from "../inventory/public.ts";
import { conversationInserts } from "../messaging/public.ts";
import { paymentInserts } from "../payments/public.ts";
import type { CheckoutBody, Reservation } from "./checkout.queries.ts";
import { handoffTypeOf, insuranceOf, type Offer } from "./offer.ts";
import { presentPrice } from "./quotes.presenter.ts";

const CHECKOUT_MINUTES = 30;
/** Longer than the checkout, so that a payment at the last moment still finds its units held. */
const HOLD_MINUTES = 35;

type NewBooking = { renterId: string; body: CheckoutBody; offer: Offer; price: FrozenPrice };

/** Writes the booking, its request, the hold and the payment in one statement. */
export async function writeBooking(
  db: Db,
  payments: Pick<PaymentsPort, "environment">,
  input: NewBooking,
): Promise<Reservation> {
  const { renterId, body, offer, price } = input;
  const { stay, facts } = offer;
  if (!stay) throw new AppError("not_bookable");
  const id = newId();
  const { ownerId, id: itemId, title: description, timezone } = facts.rules;
  const participants = { itemId, renterId, ownerId };
  const common = { ...handoffOf(body, facts.rules), ...requestedTimes(body, offer), quantity: price.quantity };
  const days = { startDate: body.startDate, endDate: body.endDate };
  const after = (minutes: number) => new Date(facts.now.getTime() + minutes * MINUTE);

  const checkoutExpiresAt = after(CHECKOUT_MINUTES);
  const rental = { kind: "rental", price, capture: "manual", savesCard: true, description } as const;
  const payment = paymentInserts(payments, { bookingId: id, payerId: renterId, ownerId, ...rental }, facts.now);
  const booking = {
    id,
    ...participants,
    ...days,
    ...common,
    ...addressOf(input),
    price,
    replacementValueCents: facts.rules.replacementValueCents,
    startAt: stay.startAt,
    endAt: stay.endAt,
    timezone,
    paymentStatus: "awaiting_payment",
    depositStatus: price.depositCents > 0 ? "pending" : "not_required",
    checkoutExpiresAt,
    maxReAuthAttempts: MAX_RE_AUTH_ATTEMPTS,
    rentalPaymentId: payment.id,
    chargeConsentAt: facts.now,
    chargeConsentVersion: CHARGE_CONSENT.version,
  } as const;
  const { exchangeType: _, ...requestColumns } = common;
  const request = {
    id: newId(),
    bookingId: id,
    ...participants,
    ...days,
    ...requestColumns,
    totalCents: price.totalCents,
    priceParts: price,
    paymentStatus: "awaiting_payment",
    checkoutSessionId: body.attemptId,
    checkoutAttempts: { [body.attemptId]: hashOfCheckout(body) },
    termsAccepted: true,
    termsVersion: body.termsVersion,
  } as const;
  const inserts = [
    ...payment.inserts,
    ...draftInserts(booking, request),
    ...conversationInserts({ ...participants, bookingId: id, message: body.message }, facts.now),
    ...transitionInserts(
      { entityType: "booking", entityId: id, toStatus: "pending", transitionType: "party", actorId: renterId },
      { bookingId: id, actorId: renterId, eventType: "start_checkout", metadata: { by: "renter" } },
    ),
  ];
  const period = { startAt: stay.occupiedFrom, endAt: stay.endAt, expiresAt: after(HOLD_MINUTES) };
  const units = { listingId: itemId, bookingId: id, renterUserId: renterId, quantity: price.quantity };
  await insertWithHold(db, { ...units, ...period, kind: "checkout" }, inserts);
  return { bookingId: id, isToBePaid: true, isOver: false };
}

/** Parsing has put the fields in the schema's order, so equal requests have equal hashes. */
export const hashOfCheckout = (body: CheckoutBody): string =>
  createHash("sha256").update(JSON.stringify(body)).digest("base64url");

function addressOf({ body, offer }: NewBooking) {
  const { destination, rules: item } = offer.facts;
  const { exchangeType, deliveryAddress, meetupLocation } = handoffOf(body, item);
  if (exchangeType === "meetup") return { exchangeAddress: meetupLocation ?? item.location };
  const place = exchangeType === "delivery" ? destination : item;
  return {
    exchangeTown: exchangeType === "delivery" && destination ? `${destination.city}, ${destination.state}` : null,
    exchangeAddress: exchangeType === "delivery" ? deliveryAddress : (item.address ?? item.location),
    exchangeLatitude: place?.latitude ?? null,
    exchangeLongitude: place?.longitude ?? null,
  };
}

/** The agreed price, which is never recalculated. Null when there is no price. */
export function freezePrice(offer: Offer): FrozenPrice | null {
  const shown = presentPrice(offer);
  const { price, facts } = offer;
  if (!shown || !price) return null;
  const { commissionCents: amountCents, ownerEarningsCents } = price;
  return {
    ...shown,
    commission: { rate: facts.rules.commission.listerCommissionRate, amountCents },
    ownerEarningsCents,
    rates: {
      serviceFee: facts.rules.commission.renterCommissionRate,
      insurance: facts.request.hasInsurance ? (insuranceOf(facts.settings)?.rate ?? 0) : 0,
    },
    lateFeeCommissionPercent: facts.settings.lateFeeCommissionPercent,
  };
}

type Window = { readonly from: LocalTime; readonly to: LocalTime };

/** The renter's preferred pickup and return times. */
export function handoffTimesOf(body: CheckoutBody, timezone: string) {
  const { isPickupFlexible, isDropoffFlexible } = body;
  const at = (day: LocalDate, time: string | undefined) =>
    time === undefined ? null : instantOf(day, localTime(time), timezone);
  return {
    requestedPickupAt: at(body.startDate, body.requestedPickupTime),
    requestedDropoffAt: at(body.endDate, body.requestedDropoffTime),
    isPickupFlexible,
    isDropoffFlexible,
  };
}

/** Adds the owner's hours. Times outside them are allowed only if the renter is flexible, and never in the past. */
function requestedTimes(body: CheckoutBody, { facts: { rules, now } }: Offer) {
  const { pickupWindow, dropoffWindow } = rules.owner;
  assertWithin("requestedPickupTime", body.requestedPickupTime, pickupWindow, body.isPickupFlexible);
  assertWithin("requestedDropoffTime", body.requestedDropoffTime, dropoffWindow, body.isDropoffFlexible);
  const requested = handoffTimesOf(body, rules.timezone);
  const requestedIntervalStart = instantOf(body.startDate, pickupWindow.from, rules.timezone);
  const requestedIntervalEnd = instantOf(body.endDate, dropoffWindow.to, rules.timezone);
  const { requestedPickupAt, requestedDropoffAt } = requested;
  if (requestedPickupAt && requestedPickupAt < now) {
    throw fieldError("requestedPickupTime", "This time has passed. Please choose a later one.");
  }
  if ((requestedDropoffAt ?? requestedIntervalEnd) <= (requestedPickupAt ?? requestedIntervalStart)) {
    const field = requestedDropoffAt ? "requestedDropoffTime" : "requestedPickupTime";
    throw fieldError(field, "Return must be after pickup");
  }
  return { ...requested, requestedIntervalStart, requestedIntervalEnd };
}

function assertWithin(field: string, text: string | undefined, { from, to }: Window, isFlexible: boolean): void {
  if (text === undefined || isFlexible) return;
  const time = localTime(text);
  if (time >= from && time <= to) return;
  throw fieldError(
    field,
    `The owner is available between ${clockTime(from)} and ${clockTime(to)}. To ask for another time, check “I'm flexible”.`,
  );
}

const METHODS = {
  pickup: { deliveryMethod: "pickup", pickupMethod: "PICKUP" },
  delivery: { deliveryMethod: "delivery", pickupMethod: "DELIVERY" },
  meetup: { deliveryMethod: "pickup", pickupMethod: "MEETUP" },
} as const;

export function handoffOf(body: CheckoutBody, rules: Offer["facts"]["rules"]) {
  const type = handoffTypeOf(rules, body.exchangeType);
  return {
    exchangeType: type,
    ...METHODS[type],
    deliveryAddress: type === "delivery" ? (body.destination ?? null) : null,
    meetupLocation: type === "meetup" ? (body.meetupLocation ?? null) : null,
  };
}
