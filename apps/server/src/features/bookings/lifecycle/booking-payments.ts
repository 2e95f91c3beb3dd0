import { settledDepositStatus } from "@nexby/domain/bookings/derived-statuses";
import { depositMode } from "@nexby/domain/bookings/payment-plan";
import { depositToSecure, settlementOf } from "@nexby/domain/late-fees/deposit-claims";
import { lateFeeCommission } from "@nexby/domain/late-fees/late-fee-collection";
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

export async function openDeposit(
  { tx, payments, booking, now }: StepContext,
  amountCents = booking.depositCents,
): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId, endAt } = booking;
  const capture = depositMode(now, endAt) === "charge_refund" ? "automatic" : "manual";
  const description = `Deposit, ${await findItemTitle(tx, itemId)}`;
  const payment = { kind: "deposit", amountCents, capture, savesCard: false, description } as const;
  return openPayment(tx, payments, { bookingId, payerId, ownerId, ...payment });
}

/** Does nothing without a saved card: the renter then has to pay. */
async function chargeSavedCard(context: StepContext, paymentId: string): Promise<void> {
  const cardId = savedCardOf(context.money);
  if (cardId !== null) await requestCharge(context.tx, context.payments, { paymentId, cardId });
}

/** Tries the saved card with the current payment, or with a new one if there is none. Returns the payment's id. */
export async function trySavedCard(
  context: StepContext,
  currentId: string | null,
  open: () => Promise<string>,
  { endsChallenge = false } = {},
): Promise<string> {
  const current = context.money.find(({ id, status }) => id === currentId && status !== "canceled");
  const paymentId = current?.id ?? (await open());
  // Another off-session attempt would be declined again, and would end a challenge the renter is answering.
  const isChallenged = current?.failureReason === null && endsChallenge;
  if (!current || isChallenged || !isCardholderNeeded(current)) await chargeSavedCard(context, paymentId);
  return paymentId;
}

/** Counts as one scheduled attempt. */
export async function placeDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  const paymentId = await trySavedCard(context, snapshot.deposit?.id ?? null, () => openDeposit(context));
  return refreshDerivedStatuses(tx, booking, { depositPaymentId: paymentId, depositTries: booking.depositTries + 1 });
}

const isCardholderNeeded = ({ status, failureReason }: StepContext["money"][number]) =>
  status === "action_required" && (failureReason === null || failureReason === "authentication_required");

/** The new hold is placed before the old one is released. */
export async function renewDeposit(
  context: StepContext,
  { isCounted = true, amountCents = context.booking.depositCents } = {},
): Promise<Booking> {
  const paymentId = await openDeposit(context, amountCents);
  await chargeSavedCard(context, paymentId);
  const { tx, booking } = context;
  return refreshDerivedStatuses(tx, booking, {
    depositPaymentId: paymentId,
    depositRenewals: booking.depositRenewals + (isCounted ? 1 : 0),
  });
}

/**
 * A hold must not expire while a claim or a late fee is open, so that amount is captured and refunded if it isn't owed.
 */
export async function captureDepositForClaim({ tx, payments, booking, snapshot }: StepContext): Promise<Booking> {
  const amountCents = depositToSecure(snapshot);
  await requestCapture(tx, payments, { paymentId: snapshot.deposit?.id ?? "", amountCents });
  return booking;
}

/** Captures the owner's part. The capture releases the rest of the hold. */
export async function captureDeposit({ tx, payments, booking, snapshot, now }: StepContext): Promise<Booking> {
  const amountCents = settlementOf(snapshot, now)?.keptCents ?? 0;
  await requestCapture(tx, payments, { paymentId: snapshot.deposit?.id ?? "", amountCents });
  return booking;
}

/** Transfers the owner's share of a captured deposit and refunds the rest. Runs once. */
export async function settleDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const { deposit } = snapshot;
  const settlement = settlementOf(snapshot, now);
  if (!deposit || !settlement) return booking;
  const { damageCents, lateFeeCents, keptCents } = settlement;
  const paymentId = deposit.id;
  if (damageCents > 0) {
    await transferDepositToOwner(tx, { paymentId, purpose: "damage", amountCents: damageCents, commissionCents: 0 });
  }
  if (lateFeeCents > 0) {
    const commissionCents = lateFeeCommission(booking.priceBreakdown, lateFeeCents);
    await transferDepositToOwner(tx, { paymentId, purpose: "late_fee", amountCents: lateFeeCents, commissionCents });
  }
  await returnDeposit(context);
  const depositStatus = settledDepositStatus(keptCents, booking.depositCents);
  return refreshDerivedStatuses(tx, booking, { depositStatus });
}

/** Also retries after the provider rejected an earlier refund. */
export async function returnDeposit({ tx, payments, booking, snapshot, now }: StepContext): Promise<Booking> {
  const { deposit } = snapshot;
  const amountCents = settlementOf(snapshot, now)?.returnedCents ?? 0;
  if (deposit && amountCents > 0)
    await requestRefund(tx, payments, { paymentId: deposit.id, amountCents, reason: "deposit_returned" });
  return booking;
}

/** The last card the renter saved for this booking, provided it was authorized or charged successfully. */
export const savedCardOf = (money: StepContext["money"]): string | null =>
  money.findLast(
    ({ savesCard, cardId, authorizedCents, capturedCents }) =>
      savesCard && cardId !== null && authorizedCents + capturedCents > 0,
  )?.cardId ?? null;

/** Only a payment the renter confirms can save the card; an off-session charge can't. */
type RentalPaymentOptions = { capture: "manual" | "automatic"; savesCard: boolean };

export async function openRental(
  { tx, payments, booking }: StepContext,
  options: RentalPaymentOptions,
): Promise<string> {
  const { id: bookingId, renterId: payerId, ownerId, itemId, priceBreakdown: price } = booking;
  const description = await findItemTitle(tx, itemId);
  const payment = { kind: "rental", price, description, ...options } as const;
  return openPayment(tx, payments, { bookingId, payerId, ownerId, ...payment });
}

/** Replaces a hold that would expire before the request is decided. */
export async function renewHold(context: StepContext): Promise<Booking> {
  const { tx, payments, booking } = context;
  const paymentId = await openRental(context, { capture: "manual", savesCard: false });
  const cardId = savedCardOf(context.money);
  if (cardId !== null) await requestCharge(tx, payments, { paymentId, cardId });
  return refreshDerivedStatuses(tx, booking, {
    rentalPaymentId: paymentId,
    reAuthAttempts: booking.reAuthAttempts + 1,
  });
}

export async function captureRental({ tx, payments, booking, snapshot }: StepContext): Promise<Booking> {
  const paymentId = snapshot.rental?.id ?? "";
  await requestCapture(tx, payments, { paymentId, amountCents: booking.totalCents });
  return booking;
}

/** Counts as one scheduled attempt. Opens a new payment if the current one is canceled or waits for the renter. */
export async function chargeRental(context: StepContext): Promise<Booking> {
  const { tx, payments, booking, snapshot, money } = context;
  const current = money.find(({ id }) => id === snapshot.rental?.id);
  const isUsable = current !== undefined && current.status !== "canceled" && !current.savesCard;
  const paymentId = isUsable ? current.id : await openRental(context, { capture: "automatic", savesCard: false });
  const cardId = savedCardOf(context.money);
  if (cardId !== null) await requestCharge(tx, payments, { paymentId, cardId });
  const chargeTries = booking.chargeTries + 1;
  const reAuthAttempts = Math.min(booking.maxReAuthAttempts, booking.reAuthAttempts + 1);
  return refreshDerivedStatuses(tx, booking, { rentalPaymentId: paymentId, chargeTries, reAuthAttempts });
}

/** Refunds the amount decided at cancellation. */
export async function refundRental({ tx, payments, booking, snapshot }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = snapshot.rental?.id;
  if (!cancellation || !paymentId) return booking;
  const { refundCents: amountCents, shares: fundedBy } = cancellation;
  await requestRefund(tx, payments, { paymentId, amountCents, fundedBy, reason: "booking_canceled" });
  return booking;
}

/** A chargeback already returned the money, so the refund is settled without paying again. */
export async function settleBankRefund({ tx, booking, snapshot }: StepContext): Promise<Booking> {
  const { cancellation } = booking;
  const paymentId = snapshot.rental?.id;
  if (!cancellation || !paymentId) return booking;
  await settleRefundByChargeback(tx, { paymentId, shares: cancellation.shares });
  return refreshDerivedStatuses(tx, booking, { cancellation: { ...cancellation, isTakenByBank: true } });
}

/** Transfers the owner's earnings minus their debt, from one payment at a time and up to that payment's balance. */
export async function payOut(context: StepContext): Promise<Booking> {
  const { tx, payments, booking, snapshot, money } = context;
  const { id: bookingId, ownerId } = booking;
  const payableCents = snapshot.payableCents - (await netDebt(context));
  const owner = await findUser(tx, ownerId);
  const source = money.find(
    ({ capturedCents, owedBackCents, transferredCents, status }) =>
      status !== "charged_back" && capturedCents - owedBackCents - transferredCents > 0,
  );
  if (payableCents <= 0 || !owner?.connectAccountId) return booking;
  const availableCents = source ? source.capturedCents - source.owedBackCents - source.transferredCents : payableCents;
  await requestTransfer(tx, payments, {
    bookingId,
    ownerId,
    accountId: owner.connectAccountId,
    amountCents: Math.min(payableCents, availableCents),
    paymentId: source?.id ?? null,
  });
  return booking;
}

/** Deducts the owner's debt before any payout. */
async function netDebt({ tx, booking, snapshot, now }: StepContext): Promise<number> {
  const { id: bookingId, ownerId } = booking;
  await lockOwnerDebt(tx, { bookingId, ownerId });
  const debtCents = await findBalance(tx, { account: "owner_receivable", userId: ownerId });
  const paidCents = Math.min(Math.max(debtCents, 0), snapshot.payableCents);
  if (paidCents === 0) return 0;
  await post(tx, {
    sourceKey: `bookings:${bookingId}:debt_netted:${newId()}`,
    kind: "owner_debt_netted",
    bookingId,
    occurredAt: now,
    postings: ownerDebtNetted(paidCents, ownerId),
  });
  return paidCents;
}
