import { and, eq, lt, sql } from "drizzle-orm";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { paymentOperations, refunds, transfers } from "../../schema/payments.ts";
import { keyFor, type PaymentDeps, queueOperation, queueRefund, queueTransfer } from "./payment-job.ts";
import { lockPayment } from "./payments.queries.ts";
import { resumeEvents } from "./provider-events.ts";
import { findRefund, findRefundsToRetry, renewRefundKey } from "./refunds.queries.ts";

const MOST = 500;
/** Longer than a job and its retries take. */
const A_WHILE = sql`app_now() - interval '30 minutes'`;

/**
 * What is still to be done and has no job any more, because the provider was away for longer than a job waits, gets one
 * again. What has one keeps it: a second is not taken. What a bank has sent back is paid once more.
 */
export async function resumeMoney({ db, payments }: PaymentDeps): Promise<void> {
  const { id, paymentId } = paymentOperations;
  const operations = await db
    .select({ id, paymentId })
    .from(paymentOperations)
    .where(and(eq(paymentOperations.status, "pending"), lt(paymentOperations.createdAt, A_WHILE)))
    .limit(MOST);
  for (const operation of operations) await queueOperation(db, operation);

  const owed = await db
    .select({ id: refunds.id, paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(eq(refunds.status, "decided"), lt(refunds.createdAt, A_WHILE)))
    .limit(MOST);
  for (const refund of owed) await queueRefund(db, refund);

  const sentBack = await findRefundsToRetry(db, MOST);
  for (const { id: refundId } of sentBack) await db.transaction((tx) => retryRefund(tx, payments, refundId));

  const sending = await db
    .select({ id: transfers.id, reversesId: transfers.reversesId })
    .from(transfers)
    .where(and(eq(transfers.status, "pending"), lt(transfers.createdAt, A_WHILE)))
    .limit(MOST);
  for (const transfer of sending) await queueTransfer(db, transfer);

  await resumeEvents(db);
}

/** Pays a refund again that a bank has sent back. It is owed since it was first decided, so nothing is decided anew. */
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
