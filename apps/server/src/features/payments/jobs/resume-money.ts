import { and, eq, lt, sql } from "drizzle-orm";
import type { MoneyDeps } from "../deps.ts";
import { paymentOperations } from "../payment-operations.table.ts";
import { queueOperation, queueRefund, queueTransfer } from "../queue-money-job.ts";
import { findRefundsToRetry } from "../refunds.repository.ts";
import { refunds } from "../refunds.table.ts";
import { transfers } from "../transfers.table.ts";
import { resumeEvents } from "../use-cases/resume-events.ts";
import { retryRefund } from "../use-cases/retry-refund.ts";

const MOST = 500;
/** Longer than a job and its retries take. */
const A_WHILE = sql`app_now() - interval '30 minutes'`;

/**
 * What is still to be done and has no job any more, because the provider was away for longer than a job waits, gets one
 * again. What has one keeps it: a second is not taken. What a bank has sent back is paid once more.
 */
export async function resumeMoney({ db, payments }: MoneyDeps): Promise<void> {
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
