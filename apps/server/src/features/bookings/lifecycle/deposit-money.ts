import { depositMode } from "@nexby/domain/bookings/deposit-plan";
import { settledDepositStatus } from "@nexby/domain/bookings/derived-statuses";
import { depositToReturn } from "@nexby/domain/bookings/system-steps";
import { askForCapture, askForCharge, askForRefund, giveDepositToOwner, openPayment } from "../../payments/public.ts";
import { findItemTitle } from "../booking-item.repository.ts";
import type { Booking } from "../bookings.repository.ts";
import { followBooking } from "./move-booking-status.ts";
import { cardOf } from "./rental-money.ts";
import type { StepContext } from "./step-context.ts";

async function openDeposit({ tx, environment, booking, now }: StepContext): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId, depositCents: amountCents, endAt } = booking;
  const capture = depositMode(now, endAt) === "charge_refund" ? "automatic" : "manual";
  const description = `Deposit, ${await findItemTitle(tx, itemId)}`;
  const what = { kind: "deposit", amountCents, capture, savesCard: false, description } as const;
  return openPayment(tx, environment, { bookingId, payerId, ownerId, ...what });
}

async function charge(context: StepContext, paymentId: string): Promise<void> {
  const cardId = cardOf(context);
  if (cardId !== null) await askForCharge(context.tx, context.environment, { paymentId, cardId });
}

/** A planned try at the deposit. */
export async function placeDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, life } = context;
  const isNew = life.deposit === null || life.deposit.status === "canceled";
  const paymentId = isNew ? await openDeposit(context) : (life.deposit?.id ?? "");
  await charge(context, paymentId);
  return followBooking(tx, booking, { depositPaymentId: paymentId, depositTries: booking.depositTries + 1 });
}

/** The next hold stands before the one before it is let go. */
export async function renewDeposit(context: StepContext): Promise<Booking> {
  const paymentId = await openDeposit(context);
  await charge(context, paymentId);
  return followBooking(context.tx, context.booking, { depositPaymentId: paymentId });
}

/** While a claim is open a hold may not lapse: what is claimed is taken, and given back if it is not owed. */
export async function keepDepositForClaim({ tx, environment, booking, life }: StepContext): Promise<Booking> {
  const amountCents = Math.min(booking.depositCents, life.claimCents);
  await askForCapture(tx, environment, { paymentId: life.deposit?.id ?? "", amountCents });
  return booking;
}

/** Of a hold only what was decided is taken; the rest is let go with it. */
export async function keepDeposit({ tx, environment, booking, life }: StepContext): Promise<Booking> {
  const amountCents = Math.min(booking.depositCents, life.damageCents);
  await askForCapture(tx, environment, { paymentId: life.deposit?.id ?? "", amountCents });
  return booking;
}

/** Of a deposit that was taken, the owner's part is theirs and the rest goes back. Once. */
export async function settleDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, life } = context;
  const { deposit, damageCents } = life;
  if (!deposit) return booking;
  const owedCents = Math.min(damageCents, deposit.capturedCents);
  if (owedCents > 0) {
    const owed = { purpose: "damage", amountCents: owedCents, commissionCents: 0 } as const;
    await giveDepositToOwner(tx, { paymentId: deposit.id, ...owed });
  }
  await returnDeposit(context);
  const depositStatus = settledDepositStatus(owedCents, booking.depositCents);
  return followBooking(tx, booking, { depositStatus });
}

/** Again, when the provider would not at first. */
export async function returnDeposit({ tx, environment, booking, life }: StepContext): Promise<Booking> {
  const { deposit, damageCents } = life;
  const amountCents = deposit ? depositToReturn(deposit, damageCents) : 0;
  if (deposit && amountCents > 0)
    await askForRefund(tx, environment, { paymentId: deposit.id, amountCents, reason: "deposit_returned" });
  return booking;
}
