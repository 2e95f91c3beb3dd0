import { plus } from "@nexby/domain/bookings/deadlines";
import { type LaterCharge, PAY_MS } from "@nexby/domain/payments/later-charges";
import type { Booking } from "../../../schema/bookings.ts";
import { openPayment } from "../../payments/public.ts";
import { findItemTitle } from "../bookings.queries.ts";
import { trySavedCard } from "./booking-payments.ts";
import type { StepContext } from "./booking-state.ts";
import { voidPayments } from "./cancellation.ts";

/** What the renter pays, and how it is named on their statement. */
type LaterPayment = {
  kind: "late_fee" | "damage";
  name: string;
  amountCents: number;
  commissionCents: number;
};

/** Opens a payment that the renter can make with any card. */
export async function openLaterPayment(
  { tx, payments, booking }: StepContext,
  { name, ...amount }: LaterPayment,
): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId } = booking;
  const description = `${name}, ${await findItemTitle(tx, itemId)}`;
  const payment = { ...amount, capture: "automatic", savesCard: false, description } as const;
  return openPayment(tx, payments, { bookingId, payerId, ownerId, ...payment });
}

type Attempt = Pick<LaterCharge, "chargeTries" | "payBy"> & { paymentId: string };

/**
 * Tries the saved card with the open payment, or with a new one. Without a card, the renter has to pay. The time to pay
 * with another card starts with the first attempt.
 */
export async function tryLaterPayment(
  context: StepContext,
  { payment, payBy, chargeTries }: Pick<LaterCharge, "payment" | "payBy" | "chargeTries">,
  owed: LaterPayment,
  options: { endsChallenge?: boolean } = {},
): Promise<Attempt> {
  const open = () => openLaterPayment(context, owed);
  const paymentId = await trySavedCard(context, payment?.id ?? null, open, options);
  return { paymentId, payBy: payBy ?? plus(context.now, PAY_MS), chargeTries: chargeTries + 1 };
}

export async function voidLaterPayment(
  context: StepContext,
  charge: Pick<LaterCharge, "payment"> | null,
): Promise<Booking> {
  if (charge?.payment) await voidPayments(context, [charge.payment]);
  return context.booking;
}
