import { inverseOf, type Posting } from "@nexby/domain/ledger/accounts";
import { depositReturned, goodwillGiven, refundWithdrawn } from "@nexby/domain/ledger/postings";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { post } from "../../ledger/public.ts";
import { finalReason, isForgotten, keyFor, type PaymentDeps, queueFollowing, withStoredKey } from "../payment-job.ts";
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
import { syncPayment } from "../sync/sync-payment.ts";
import { notifyFailedRefund } from "../sync/sync-refunds.ts";
import { findOpenDebt, lockOwnerDebt } from "../transfers.queries.ts";

/** Pays back what was decided, once. */
export const runRefund = (deps: PaymentDeps): JobHandler => ({
  run: async ({ payload }) => {
    const refund = await findRefund(deps.db, String(payload.id));
    if (refund?.status !== "decided") return;
    const payment = await findPayment(deps.db, refund.paymentId);
    if (!payment?.providerPaymentId) throw new Error(`Nothing was paid that refund ${refund.id} could give back`);
    let reason: string | null = null;
    try {
      await ask(deps, refund, payment.providerPaymentId);
    } catch (error) {
      reason = finalReason(error);
      if (reason === null) throw error;
    }
    await syncPayment(deps, payment.id);
    if (reason !== null) await giveUp(deps.db, { ...refund, bookingId: payment.bookingId }, reason);
  },
});

/**
 * Unless what is so now says otherwise: it may have happened in another way. Whoever decided it may decide again, until
 * it was refused too often. Refusals of one payment follow each other, so exactly one of them is the last.
 */
async function giveUp(db: Db, { id, bookingId }: Pick<Refund, "id"> & { bookingId: string }, reason: string) {
  await db.transaction(async (tx) => {
    const refund = await findRefund(tx, id);
    if (refund?.status !== "decided") return;
    await cancelRefund(tx, id, reason);
    const { paymentId, amountCents } = refund;
    const isLast = (await countRefusedRefunds(tx, paymentId)) === MAX_REFUND_ATTEMPTS;
    if (isLast) await notifyFailedRefund(tx, { bookingId, paymentId, amountCents }, "refused");
    await queueFollowing(tx, bookingId);
  });
}

async function ask({ db, payments }: PaymentDeps, refund: Refund, providerPaymentId: string): Promise<void> {
  const { id, attempt, amountCents } = refund;
  if (refund.firstTriedAt) {
    const made = await payments.listRefunds(providerPaymentId);
    if (made.some((it) => it.refundId === id && it.attempt === attempt)) return;
  }
  const nextKey = keyFor(payments.environment, id, "refund", attempt + 1);
  // Looked up just now, and not there: another key cannot pay it twice.
  if (isForgotten(refund, await readClock(db))) {
    await renewRefundKey(db, refund, nextKey);
    const renewed = await findRefund(db, id);
    if (renewed) await ask({ db, payments }, renewed, providerPaymentId);
    return;
  }
  await recordRefundAttempt(db, id);
  await withStoredKey(
    () => payments.createRefund({ key: refund.idempotencyKey, refundId: id, attempt, providerPaymentId, amountCents }),
    () => renewRefundKey(db, refund, nextKey),
  );
}

/** A refund will not be made after all, because it cannot be: what was taken for it is whose it was. */
async function cancelRefund(tx: Db, refundId: string, failureReason: string): Promise<void> {
  const known = await findRefund(tx, refundId);
  const of = known && (await findPayment(tx, known.paymentId));
  if (!of) throw new AppError("not_found");
  await lockOwnerDebt(tx, of);
  const payment = await lockPayment(tx, of.id);
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
