import type { LedgerKind, Posting } from "@nexby/domain/ledger/accounts";
import {
  depositReturned,
  goodwillGiven,
  refundDecided,
  refundTakenByBank,
  type Shares,
  splitByShares,
  totalOfShares,
} from "@nexby/domain/ledger/postings";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { findBalance, post } from "../../ledger/public.ts";
import { lockBookingPayments, sharesLeft } from "../booking-money.queries.ts";
import { keyFor, queueRefund } from "../payment-job.ts";
import { findPayment, lockPayment, type Payment } from "../payments.queries.ts";
import { findOwedRefunds, insertRefund, type Refund } from "../refunds.queries.ts";
import { sumPendingTransfers } from "../transfers.queries.ts";

type Provider = Pick<PaymentsPort, "environment">;

type RefundToDecide = {
  paymentId: string;
  amountCents: number;
  reason: string;
  /** Taken from each share in proportion unless given. `goodwill` is paid by the platform. */
  fundedBy?: Shares | "goodwill";
};

/** Records the refund as owed in the caller's transaction; a job pays it. */
export const requestRefund = (db: Db, provider: Provider, request: RefundToDecide): Promise<Refund> =>
  db.transaction((tx) => writeRefund(tx, provider, request));

async function writeRefund(db: Db, { environment }: Provider, request: RefundToDecide): Promise<Refund> {
  const known = await findPayment(db, request.paymentId);
  if (!known) throw new AppError("not_found");
  await lockBookingPayments(db, known.bookingId);
  const payment = await lockPayment(db, known.id);
  // Disputed money is the bank's to return, and money that hasn't arrived can't be refunded.
  const isRefundable = payment && ["captured", "partially_refunded"].includes(payment.status);
  if (!isRefundable || payment.providerMovementId === null) throw new AppError("action_not_allowed");

  const earlier = await findOwedRefunds(db, payment.id);
  const left = payment.capturedCents - earlier.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (request.amountCents <= 0 || request.amountCents > left) throw new AppError("action_not_allowed");
  const decided = await decide(db, payment, request, earlier);
  const id = newId();
  const refund = await insertRefund(db, {
    id,
    paymentId: payment.id,
    kind: decided.kind,
    amountCents: request.amountCents,
    shares: decided.shares,
    reason: request.reason,
    idempotencyKey: keyFor(environment, id, "refund", 1),
  });
  await post(db, {
    sourceKey: `refunds:${id}:decided`,
    kind: decided.ledgerKind,
    bookingId: payment.bookingId,
    occurredAt: await readClock(db),
    postings: decided.postings,
  });
  await queueRefund(db, refund);
  return refund;
}

type Decision = { kind: Refund["kind"]; shares: Shares | null; ledgerKind: LedgerKind; postings: Posting[] };

async function decide(
  db: Db,
  payment: Payment,
  { amountCents, fundedBy }: RefundToDecide,
  earlier: readonly Refund[],
): Promise<Decision> {
  if (payment.kind === "deposit") {
    const held = -(await findBalance(db, { account: "deposit_liability", bookingId: payment.bookingId }));
    if (amountCents > held) throw new AppError("action_not_allowed");
    const postings = depositReturned(amountCents);
    return { kind: "deposit", shares: null, ledgerKind: "deposit_returned", postings };
  }
  if (fundedBy === "goodwill") {
    return { kind: "goodwill", shares: null, ledgerKind: "goodwill", postings: goodwillGiven(amountCents) };
  }
  const left = sharesLeft(payment, earlier);
  const shares = fundedBy ?? splitByShares(Math.min(amountCents, totalOfShares(left)), left);
  const isCovered = (Object.keys(left) as (keyof Shares)[]).every(
    (name) => shares[name] >= 0 && shares[name] <= left[name],
  );
  if (!isCovered || totalOfShares(shares) !== amountCents) throw new AppError("action_not_allowed");
  const postings = refundDecided(shares, payment.ownerId, await heldAmounts(db, payment));
  return { kind: "shares", shares, ledgerKind: "refund_decided", postings };
}

/** Pending transfers count as already paid to the owner. */
async function heldAmounts(db: Db, { bookingId, ownerId }: Pick<Payment, "bookingId" | "ownerId">) {
  const payable = -(await findBalance(db, { account: "owner_payable", bookingId, userId: ownerId }));
  const unearned = -(await findBalance(db, { account: "platform_fee_unearned", bookingId }));
  const pendingCents = await sumPendingTransfers(db, bookingId, ownerId);
  return { ownerPayableCents: payable - pendingCents, platformFeeUnearnedCents: unearned };
}

type ChargebackRefund = { paymentId: string; shares: Shares };

/** Settles a refund without paying it, because a chargeback already returned the whole payment. Works once. */
export const settleRefundByChargeback = (db: Db, request: ChargebackRefund): Promise<void> =>
  db.transaction((tx) => writeBankRefund(tx, request));

async function writeBankRefund(db: Db, { paymentId, shares }: ChargebackRefund): Promise<void> {
  const known = await findPayment(db, paymentId);
  if (!known) throw new AppError("not_found");
  await lockBookingPayments(db, known.bookingId);
  const payment = await findPayment(db, paymentId);
  if (payment?.status !== "charged_back") throw new AppError("action_not_allowed");
  const { bookingId, ownerId } = payment;
  await post(db, {
    sourceKey: `payments:${paymentId}:refund_taken_by_bank`,
    kind: "refund_decided",
    bookingId,
    occurredAt: await readClock(db),
    postings: refundTakenByBank(shares, ownerId, await heldAmounts(db, payment)),
  });
}
