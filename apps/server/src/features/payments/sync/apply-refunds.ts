import { refundFailed, refundSettled } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import type { ProviderRefund } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Payment } from "../payments.repository.ts";
import { MOST_REFUND_TRIES } from "../refund-tries.ts";
import { findRefundsOf, type Refund, updateRefund } from "../refunds.repository.ts";
import { tellOfLostRefund } from "../tell-of-lost-refund.ts";
import { postMovement } from "./post-movement.ts";

/** A bank may send back what looked settled; nothing else goes back. */
const RANKS: Record<Refund["status"], number> = { decided: 0, refused: 0, pending: 1, settled: 2, failed: 3 };

/**
 * Writes down how the refunds of a payment stand; answers how much went back. What is not of our making (a refund by
 * hand, or a hold that was let go and only looks like one) has no row: reconciliation tells of the money it moved.
 */
export async function applyRefunds(tx: Db, payment: Payment, told: readonly ProviderRefund[]): Promise<number> {
  const rows = new Map((await findRefundsOf(tx, payment.id)).map((row) => [row.id, row]));
  for (const refund of told) {
    const row = refund.refundId === null ? undefined : rows.get(refund.refundId);
    if (!row) continue;
    await postRefund(tx, payment, refund);
    const changed = later(row, refund);
    if (!changed) continue;
    rows.set(row.id, changed);
    await updateRefund(tx, row.id, {
      status: changed.status,
      providerRefundId: changed.providerRefundId,
      failureReason: refund.failureReason,
      timesSentBack: changed.timesSentBack,
      ...(changed.status === "settled" && { settledAt: sql`coalesce(settled_at, app_now())` }),
    });
    const isLost = changed.status === "failed" && changed.timesSentBack === MOST_REFUND_TRIES;
    if (isLost) await tellOfLostRefund(tx, { ...changed, bookingId: payment.bookingId }, "sent_back");
  }
  // What a bank took instead did not go back by us.
  return [...rows.values()]
    .filter(({ status, providerRefundId }) => providerRefundId !== null && ["pending", "settled"].includes(status))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

async function postRefund(tx: Db, { bookingId }: Payment, refund: ProviderRefund): Promise<void> {
  const { movement, failureMovement, amountCents } = refund;
  if (movement) {
    await postMovement(tx, { movement, kind: "refund_settled", bookingId, postings: refundSettled(amountCents) });
  }
  if (failureMovement) {
    const postings = refundFailed(amountCents);
    await postMovement(tx, { movement: failureMovement, kind: "refund_failed", bookingId, postings });
  }
}

/** Of an earlier try only the money counts, and that is in the ledger. */
function later(row: Refund, { id, status, attempt }: ProviderRefund): Refund | null {
  if (attempt !== row.attempt) return null;
  if (RANKS[status] <= RANKS[row.status]) return null;
  const timesSentBack = row.timesSentBack + (status === "failed" ? 1 : 0);
  return { ...row, status, providerRefundId: id, timesSentBack };
}
