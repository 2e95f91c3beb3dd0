import { settledDepositStatus } from "@nexby/domain/bookings/derived-statuses";
import { depositMode } from "@nexby/domain/bookings/payment-plan";
import { depositToReturn } from "@nexby/domain/bookings/scheduled-steps";
import { ownerDebtNetted } from "@nexby/domain/ledger/postings";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { findUser } from "../../accounts/public.ts";
import { findBalance, post } from "../../ledger/public.ts";
import {
  lockOwnerDebt,
  openPayment,
  requestCapture,
  requestCharge,
  requestRefund,
  requestTransfer,
  settleRefundByChargeback,
  transferDepositToOwner,
} from "../../payments/public.ts";
import { findItemTitle } from "../bookings.queries.ts";
import type { StepContext } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

async function openDeposit({ tx, environment, booking, now }: StepContext): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId, depositCents: amountCents, endAt } = booking;
  const capture = depositMode(now, endAt) === "charge_refund" ? "automatic" : "manual";
  const description = `Deposit, ${await findItemTitle(tx, itemId)}`;
  const what = { kind: "deposit", amountCents, capture, savesCard: false, description } as const;
  return openPayment(tx, environment, { bookingId, payerId, ownerId, ...what });
}

async function charge(context: StepContext, paymentId: string): Promise<void> {
  const cardId = cardOf(context);
  if (cardId !== null) await requestCharge(context.tx, context.environment, { paymentId, cardId });
}

/** A planned try at the deposit. */
export async function placeDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  const isNew = snapshot.deposit === null || snapshot.deposit.status === "canceled";
  const paymentId = isNew ? await openDeposit(context) : (snapshot.deposit?.id ?? "");
  await charge(context, paymentId);
  return refreshDerivedStatuses(tx, booking, { depositPaymentId: paymentId, depositTries: booking.depositTries + 1 });
}

/** The next hold stands before the one before it is let go. */
export async function renewDeposit(context: StepContext): Promise<Booking> {
  const paymentId = await openDeposit(context);
  await charge(context, paymentId);
  return refreshDerivedStatuses(context.tx, context.booking, { depositPaymentId: paymentId });
}

/** While a claim is open a hold may not lapse: what is claimed is taken, and given back if it is not owed. */
export async function captureDepositForClaim({ tx, environment, booking, snapshot }: StepContext): Promise<Booking> {
  const amountCents = Math.min(booking.depositCents, snapshot.claimCents);
  await requestCapture(tx, environment, { paymentId: snapshot.deposit?.id ?? "", amountCents });
  return booking;
}

/** Of a hold only what was decided is taken; the rest is let go with it. */
export async function captureDeposit({ tx, environment, booking, snapshot }: StepContext): Promise<Booking> {
  const amountCents = Math.min(booking.depositCents, snapshot.damageCents);
  await requestCapture(tx, environment, { paymentId: snapshot.deposit?.id ?? "", amountCents });
  return booking;
}

/** Of a deposit that was taken, the owner's part is theirs and the rest goes back. Once. */
export async function settleDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  const { deposit, damageCents } = snapshot;
  if (!deposit) return booking;
  const owedCents = Math.min(damageCents, deposit.capturedCents);
  if (owedCents > 0) {
    const owed = { purpose: "damage", amountCents: owedCents, commissionCents: 0 } as const;
    await transferDepositToOwner(tx, { paymentId: deposit.id, ...owed });
  }
  await returnDeposit(context);
  const depositStatus = settledDepositStatus(owedCents, booking.depositCents);
  return refreshDerivedStatuses(tx, booking, { depositStatus });
}

/** Again, when the provider would not at first. */
export async function returnDeposit({ tx, environment, booking, snapshot }: StepContext): Promise<Booking> {
  const { deposit, damageCents } = snapshot;
  const amountCents = deposit ? depositToReturn(deposit, damageCents) : 0;
  if (deposit && amountCents > 0)
    await requestRefund(tx, environment, { paymentId: deposit.id, amountCents, reason: "deposit_returned" });
  return booking;
}

/** The card the renter agreed to be charged by: the last that was kept for it, which takes that it once worked. */
const cardOf = ({ money }: StepContext): string | null =>
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
  if (cardId !== null) await requestCharge(tx, environment, { paymentId, cardId });
  return refreshDerivedStatuses(tx, booking, {
    rentalPaymentId: paymentId,
    reAuthAttempts: booking.reAuthAttempts + 1,
  });
}

export async function captureRental({ tx, environment, booking, snapshot }: StepContext): Promise<Booking> {
  const paymentId = snapshot.rental?.id ?? "";
  await requestCapture(tx, environment, { paymentId, amountCents: booking.totalCents });
  return booking;
}

/** A planned try at the card. What was given up, or waits for the renter, is replaced by a payment of its own. */
export async function chargeRental(context: StepContext): Promise<Booking> {
  const { tx, environment, booking, snapshot, money } = context;
  const current = money.find(({ id }) => id === snapshot.rental?.id);
  const isUsable = current !== undefined && current.status !== "canceled" && !current.savesCard;
  const paymentId = isUsable ? current.id : await openRental(context, { capture: "automatic", savesCard: false });
  const cardId = cardOf(context);
  if (cardId !== null) await requestCharge(tx, environment, { paymentId, cardId });
  const chargeTries = booking.chargeTries + 1;
  const reAuthAttempts = Math.min(booking.maxReAuthAttempts, booking.reAuthAttempts + 1);
  return refreshDerivedStatuses(tx, booking, { rentalPaymentId: paymentId, chargeTries, reAuthAttempts });
}

/** What was decided when the booking was called off. */
export async function refundRental({ tx, environment, booking, snapshot }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = snapshot.rental?.id;
  if (!cancellation || !paymentId) return booking;
  const { refundCents: amountCents, shares: bornBy } = cancellation;
  await requestRefund(tx, environment, { paymentId, amountCents, bornBy, reason: "booking_canceled" });
  return booking;
}

/** The bank was quicker: what was to come back has. */
export async function leaveRentalToBank({ tx, booking, snapshot }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = snapshot.rental?.id;
  if (!cancellation || !paymentId) return booking;
  await settleRefundByChargeback(tx, { paymentId, shares: cancellation.shares });
  return refreshDerivedStatuses(tx, booking, { cancellation: { ...cancellation, isTakenByBank: true } });
}

/** Passes on what is the owner's, after what they owe; from one payment at a time, as far as that goes. */
export async function payOut(context: StepContext): Promise<Booking> {
  const { tx, environment, booking, snapshot, money } = context;
  const { id: bookingId, ownerId } = booking;
  const payableCents = snapshot.payableCents - (await netDebt(context));
  const owner = await findUser(tx, ownerId);
  const source = money.find(
    ({ capturedCents, owedBackCents, transferredCents, status }) =>
      status !== "charged_back" && capturedCents - owedBackCents - transferredCents > 0,
  );
  if (payableCents <= 0 || !owner?.connectAccountId) return booking;
  const room = source ? source.capturedCents - source.owedBackCents - source.transferredCents : payableCents;
  await requestTransfer(tx, environment, {
    bookingId,
    ownerId,
    accountId: owner.connectAccountId,
    amountCents: Math.min(payableCents, room),
    paymentId: source?.id ?? null,
  });
  return booking;
}

/** What an owner owes us is paid first. */
async function netDebt({ tx, booking, snapshot, now }: StepContext): Promise<number> {
  const { id: bookingId, ownerId } = booking;
  await lockOwnerDebt(tx, { bookingId, ownerId });
  const debt = await findBalance(tx, { account: "owner_receivable", userId: ownerId });
  const paid = Math.min(Math.max(debt, 0), snapshot.payableCents);
  if (paid === 0) return 0;
  await post(tx, {
    sourceKey: `bookings:${bookingId}:debt_netted:${newId()}`,
    kind: "owner_debt_netted",
    bookingId,
    occurredAt: now,
    postings: ownerDebtNetted(paid, ownerId),
  });
  return paid;
}
