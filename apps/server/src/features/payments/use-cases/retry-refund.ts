import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { keyFor } from "../idempotency-keys.ts";
import { lockPayment } from "../payments.repository.ts";
import { queueRefund } from "../queue-money-job.ts";
import { findRefund, renewRefundKey } from "../refunds.repository.ts";

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
