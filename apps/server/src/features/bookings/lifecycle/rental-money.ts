import { askForCapture, askForCharge, askForRefund, leaveRefundToBank, openPayment } from "../../payments/public.ts";
import { findItemTitle } from "../booking-item.repository.ts";
import type { Booking } from "../bookings.repository.ts";
import { followBooking } from "./move-booking-status.ts";
import type { StepContext } from "./step-context.ts";

/** The card the renter agreed to be charged by: the last that was kept for it, which takes that it once worked. */
export const cardOf = ({ money }: StepContext): string | null =>
  money.findLast(
    ({ savesCard, cardId, authorizedCents, capturedCents }) =>
      savesCard && cardId !== null && authorizedCents + capturedCents > 0,
  )?.cardId ?? null;

/** One that is confirmed by the renter keeps their card; one that is charged without them cannot. */
type Opening = { capture: "manual" | "automatic"; savesCard: boolean };

export async function openRental({ tx, environment, booking }: StepContext, opening: Opening): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId, priceBreakdown: price } = booking;
  const description = await findItemTitle(tx, itemId);
  const what = { kind: "rental", price, description, ...opening } as const;
  return openPayment(tx, environment, { bookingId, payerId, ownerId, ...what });
}

/** A hold that ends before a person has decided is replaced by a new one. */
export async function renewHold(context: StepContext): Promise<Booking> {
  const { tx, environment, booking } = context;
  const paymentId = await openRental(context, { capture: "manual", savesCard: false });
  const cardId = cardOf(context);
  if (cardId !== null) await askForCharge(tx, environment, { paymentId, cardId });
  return followBooking(tx, booking, { rentalPaymentId: paymentId, reAuthAttempts: booking.reAuthAttempts + 1 });
}

export async function captureRental({ tx, environment, booking, life }: StepContext): Promise<Booking> {
  const paymentId = life.rental?.id ?? "";
  await askForCapture(tx, environment, { paymentId, amountCents: booking.totalCents });
  return booking;
}

/** A planned try at the card. What was given up, or waits for the renter, is replaced by a payment of its own. */
export async function chargeRental(context: StepContext): Promise<Booking> {
  const { tx, environment, booking, life, money } = context;
  const current = money.find(({ id }) => id === life.rental?.id);
  const isUsable = current !== undefined && current.status !== "canceled" && !current.savesCard;
  const paymentId = isUsable ? current.id : await openRental(context, { capture: "automatic", savesCard: false });
  const cardId = cardOf(context);
  if (cardId !== null) await askForCharge(tx, environment, { paymentId, cardId });
  const chargeTries = booking.chargeTries + 1;
  const reAuthAttempts = Math.min(booking.maxReAuthAttempts, booking.reAuthAttempts + 1);
  return followBooking(tx, booking, { rentalPaymentId: paymentId, chargeTries, reAuthAttempts });
}

/** What was decided when the booking was called off. */
export async function refundRental({ tx, environment, booking, life }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = life.rental?.id;
  if (!cancellation || !paymentId) return booking;
  const { refundCents: amountCents, shares: bornBy } = cancellation;
  await askForRefund(tx, environment, { paymentId, amountCents, bornBy, reason: "booking_canceled" });
  return booking;
}

/** The bank was quicker: what was to come back has. */
export async function leaveRentalToBank({ tx, booking, life }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = life.rental?.id;
  if (!cancellation || !paymentId) return booking;
  await leaveRefundToBank(tx, { paymentId, shares: cancellation.shares });
  return followBooking(tx, booking, { cancellation: { ...cancellation, isTakenByBank: true } });
}
