import { inverseOf, type Posting } from "@nexby/domain/ledger/accounts";
import { depositReturned, goodwillGiven, refundWithdrawn } from "@nexby/domain/ledger/postings";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { post } from "../../ledger/public.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import { isKeyExpired, keyFor, type PaymentDeps, refusalOf, withStoredKey } from "../payment-job.ts";
import { findPayment, lockPayment, type Payment } from "../payments.queries.ts";
import {
  countRefusedRefunds,
  findRefund,
  MAX_REFUND_ATTEMPTS,
  type Refund,
  recordRefundAttempt,
  renewRefundKey,
  updateRefund,
} from "../refunds.queries.ts";
import { queueBookingUpdate, syncPayment } from "../sync/sync-payment.ts";
import { notifyFailedRefund } from "../sync/sync-refunds.ts";
import { findOpenDebt, lockOwnerDebt } from "../transfers.queries.ts";

export const runRefund = (deps: PaymentDeps): JobHandler => ({
  run: async ({ payload }) => {
    const refund = await findRefund(deps.db, String(payload.id));
    if (refund?.status !== "decided") return;
    const payment = await findPayment(deps.db, refund.paymentId);
    if (!payment?.providerPaymentId) throw new Error(`Refund ${refund.id} has no captured payment`);
    const { providerPaymentId } = payment;
    const reason = await refusalOf(() => sendRefund(deps, refund, providerPaymentId));
    await syncPayment(deps, payment.id);
    if (reason !== null) await recordRejection(deps.db, { ...refund, bookingId: payment.bookingId }, reason);
  },
});

/**
 * Does nothing if the sync shows that the refund happened another way. It may be decided again until it was rejected
 * too often; the last one stays owed, for an admin to pay. Rejections of one payment are sequential, so exactly one of
 * them is the last.
 */
async function recordRejection(db: Db, { id, bookingId }: Pick<Refund, "id"> & { bookingId: string }, reason: string) {
  await db.transaction(async (tx) => {
    const refund = await findRefund(tx, id);
    if (refund?.status !== "decided") return;
    const { paymentId, amountCents } = refund;
    const isLast = (await countRefusedRefunds(tx, paymentId)) >= MAX_REFUND_ATTEMPTS - 1;
    if (isLast) {
      await giveUpRefund(tx, refund, reason);
      await notifyFailedRefund(tx, { bookingId, paymentId, amountCents }, "refused");
    } else await cancelRefund(tx, id, reason);
    await queueBookingUpdate(tx, bookingId);
  });
}

async function sendRefund({ db, payments }: PaymentDeps, refund: Refund, providerPaymentId: string): Promise<void> {
  const { id, attempt, amountCents } = refund;
  if (refund.firstTriedAt) {
    const existing = await payments.listRefunds(providerPaymentId);
    if (existing.some((it) => it.refundId === id && it.attempt === attempt)) return;
  }
  const nextKey = keyFor(payments.environment, id, "refund", attempt + 1);
  // The lookup above found no refund, so a new key can't pay it twice.
  if (isKeyExpired(refund, await readClock(db))) {
    await renewRefundKey(db, refund, nextKey);
    const renewed = await findRefund(db, id);
    if (renewed) await sendRefund({ db, payments }, renewed, providerPaymentId);
    return;
  }
  await recordRefundAttempt(db, id);
  await withStoredKey(
    () => payments.createRefund({ key: refund.idempotencyKey, refundId: id, attempt, providerPaymentId, amountCents }),
    () => renewRefundKey(db, refund, nextKey),
  );
}

/** The money stays owed and isn't returned to the shares, because the renter is still entitled to it. */
async function giveUpRefund(tx: Db, { id, paymentId }: Refund, failureReason: string): Promise<void> {
  const found = await findPayment(tx, paymentId);
  if (!found) throw new AppError("not_found");
  await lockBookingPayments(tx, found.bookingId);
  await lockPayment(tx, paymentId);
  await updateRefund(tx, id, { status: "failed", failureReason, timesSentBack: MAX_REFUND_ATTEMPTS });
}

/** Withdraws a refund that can't be made: its amount returns to the shares it was taken from. */
async function cancelRefund(tx: Db, refundId: string, failureReason: string): Promise<void> {
  const known = await findRefund(tx, refundId);
  const found = known && (await findPayment(tx, known.paymentId));
  if (!found) throw new AppError("not_found");
  await lockOwnerDebt(tx, found);
  const payment = await lockPayment(tx, found.id);
  const refund = await findRefund(tx, refundId);
  const isOwed = refund?.status === "decided" || refund?.status === "failed";
  if (!payment || !isOwed) throw new AppError("action_not_allowed");
  await post(tx, {
    sourceKey: `refunds:${refundId}:withdrawn`,
    kind: "refund_withdrawn",
    bookingId: payment.bookingId,
    occurredAt: await readClock(tx),
    postings: await postingsOf(tx, payment, refund),
  });
  await updateRefund(tx, refundId, { status: "refused", failureReason });
}

async function postingsOf(tx: Db, payment: Payment, refund: Refund): Promise<Posting[]> {
  const { kind, amountCents, shares } = refund;
  if (kind === "deposit") return inverseOf(depositReturned(amountCents));
  if (shares === null) return inverseOf(goodwillGiven(amountCents));
  return refundWithdrawn(shares, payment.ownerId, await findOpenDebt(tx, payment));
}
