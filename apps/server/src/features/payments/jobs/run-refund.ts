import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import type { MoneyDeps } from "../deps.ts";
import { isForgotten, keyFor } from "../idempotency-keys.ts";
import { findPayment } from "../payments.repository.ts";
import { queueFollowing } from "../queue-money-job.ts";
import { MOST_REFUND_TRIES } from "../refund-tries.ts";
import { countRefusedRefunds, findRefund, noteRefundTry, type Refund, renewRefundKey } from "../refunds.repository.ts";
import { tellOfLostRefund } from "../tell-of-lost-refund.ts";
import { syncPayment } from "../use-cases/sync-payment.ts";
import { withdrawRefund } from "../use-cases/withdraw-refund.ts";
import { finalReason, withStoredKey } from "./with-stored-key.ts";

/** Pays back what was decided, once. */
export const runRefund = (deps: MoneyDeps): JobHandler => ({
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
    await withdrawRefund(tx, id, reason);
    const { paymentId, amountCents } = refund;
    const isLast = (await countRefusedRefunds(tx, paymentId)) === MOST_REFUND_TRIES;
    if (isLast) await tellOfLostRefund(tx, { bookingId, paymentId, amountCents }, "refused");
    await queueFollowing(tx, bookingId);
  });
}

async function ask({ db, payments }: MoneyDeps, refund: Refund, providerPaymentId: string): Promise<void> {
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
  await noteRefundTry(db, id);
  await withStoredKey(
    () => payments.createRefund({ key: refund.idempotencyKey, refundId: id, attempt, providerPaymentId, amountCents }),
    () => renewRefundKey(db, refund, nextKey),
  );
}
