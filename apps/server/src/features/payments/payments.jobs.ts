import { and, eq, lt, sql } from "drizzle-orm";
import { PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { paymentOperations, refunds, transfers } from "../../schema/payments.ts";
import { keyFor, type PaymentDeps, queueOperation, queueRefund, queueTransfer } from "./payment-job.ts";
import { lockPayment } from "./payments.queries.ts";
import { resumeEvents } from "./provider-events.ts";
import { findPaymentsWithPendingRefunds, findRefund, findRefundsToRetry, renewRefundKey } from "./refunds.queries.ts";
import { syncPayment } from "./sync/sync-payment.ts";

const BATCH_SIZE = 500;
/** Longer than a job takes including its retries. */
const STALE_BEFORE = sql`app_now() - interval '30 minutes'`;

/**
 * Requeues unfinished work whose job gave up while the provider was unavailable. Existing jobs aren't duplicated.
 * Refunds that a bank sent back are paid again, and pending ones are followed.
 */
export async function resumeMoney({ db, payments }: PaymentDeps): Promise<void> {
  const { id, paymentId } = paymentOperations;
  const operations = await db
    .select({ id, paymentId })
    .from(paymentOperations)
    .where(and(eq(paymentOperations.status, "pending"), lt(paymentOperations.createdAt, STALE_BEFORE)))
    .limit(BATCH_SIZE);
  for (const operation of operations) await queueOperation(db, operation);

  const openRefunds = await db
    .select({ id: refunds.id, paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(eq(refunds.status, "decided"), lt(refunds.createdAt, STALE_BEFORE)))
    .limit(BATCH_SIZE);
  for (const refund of openRefunds) await queueRefund(db, refund);

  const returnedRefunds = await findRefundsToRetry(db, BATCH_SIZE);
  for (const { id: refundId } of returnedRefunds) await db.transaction((tx) => retryRefund(tx, payments, refundId));

  const pendingTransfers = await db
    .select({ id: transfers.id, reversesId: transfers.reversesId })
    .from(transfers)
    .where(and(eq(transfers.status, "pending"), lt(transfers.createdAt, STALE_BEFORE)))
    .limit(BATCH_SIZE);
  for (const transfer of pendingTransfers) await queueTransfer(db, transfer);

  await resumeEvents(db);
  await followPendingRefunds({ db, payments });
}

const MAX_FOLLOWED = 100;

/** Their webhook may be lost. A rejected lookup doesn't block the others. */
async function followPendingRefunds(deps: PaymentDeps): Promise<void> {
  let rejection: PaymentProblem | undefined;
  for (const paymentId of await findPaymentsWithPendingRefunds(deps.db, MAX_FOLLOWED)) {
    try {
      await syncPayment(deps, paymentId);
    } catch (error) {
      if (!(error instanceof PaymentProblem) || error.kind !== "invalid") throw error;
      rejection ??= error;
    }
  }
  if (rejection) throw rejection;
}

/** Pays a refund again after a bank sent it back. It is already owed, so nothing is posted again. */
export async function retryRefund(
  tx: Db,
  { environment }: Pick<PaymentsPort, "environment">,
  refundId: string,
): Promise<void> {
  const known = await findRefund(tx, refundId);
  if (!known) throw new AppError("not_found");
  await lockPayment(tx, known.paymentId);
  const refund = await findRefund(tx, refundId);
  if (refund?.status !== "failed") throw new AppError("action_not_allowed");
  await renewRefundKey(tx, refund, keyFor(environment, refundId, "refund", refund.attempt + 1), "failed");
  await queueRefund(tx, refund);
}
