import { inverseOf, type LedgerKind, type Posting } from "@nexby/domain/ledger/accounts";
import { providerFee, refundFailed, refundSettled } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import type { BalanceMovement, ProviderRefund } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { post } from "../../ledger/public.ts";
import { notify, type RefundFailure } from "../../notifications/public.ts";
import type { Payment } from "../payments.queries.ts";
import {
  findRefundsOf,
  isAnotherRefundWaiting,
  MAX_REFUND_ATTEMPTS,
  PAID_BY_ADMIN,
  type Refund,
  updateRefund,
} from "../refunds.queries.ts";

/** A bank can send back a settled refund. No other status goes backward. */
const RANKS: Record<Refund["status"], number> = { decided: 0, refused: 0, pending: 1, settled: 2, failed: 3 };

/**
 * Saves the payment's refunds and returns the refunded amount. Refunds we didn't create (made by hand, or released
 * holds that look like refunds) have no row; reconciliation reports the money they moved.
 */
export async function applyRefunds(
  tx: Db,
  payment: Payment,
  providerRefunds: readonly ProviderRefund[],
): Promise<number> {
  const rows = new Map((await findRefundsOf(tx, payment.id)).map((row) => [row.id, row]));
  for (const refund of providerRefunds) {
    const row = refund.refundId === null ? undefined : rows.get(refund.refundId);
    if (!row) continue;
    await postRefund(tx, payment, refund);
    const changed = advanced(row, refund);
    if (!changed) continue;
    rows.set(row.id, changed);
    await updateRefund(tx, row.id, {
      status: changed.status,
      providerRefundId: changed.providerRefundId,
      failureReason: refund.failureReason,
      waitsForBalance: changed.waitsForBalance,
      timesSentBack: changed.timesSentBack,
      ...(changed.status === "settled" && { settledAt: sql`coalesce(settled_at, app_now())` }),
    });
    if (changed.status === "settled") {
      const data = { bookingId: payment.bookingId, amountCents: changed.amountCents };
      await notify(tx, payment.payerId, { kind: "refund_sent", data });
    }
    const isGivenUp = changed.status === "failed" && changed.timesSentBack === MAX_REFUND_ATTEMPTS;
    if (isGivenUp) await notifyFailedRefund(tx, { ...changed, bookingId: payment.bookingId }, "sent_back");
    if (changed.waitsForBalance) await requestTopUp(tx, changed);
  }
  // Refunds settled by a chargeback were not paid by us.
  return [...rows.values()]
    .filter(({ status }) => ["pending", "settled"].includes(status))
    .filter(({ providerRefundId, failureReason }) => providerRefundId !== null || failureReason === PAID_BY_ADMIN)
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

/** Updates about earlier attempts are ignored here; their money is already posted. */
function advanced(row: Refund, { id, status, attempt, waitsForBalance }: ProviderRefund): Refund | null {
  if (attempt !== row.attempt) return null;
  const isStillPending = status === "pending" && row.status === "pending";
  const isNews = isStillPending ? waitsForBalance !== row.waitsForBalance : RANKS[status] > RANKS[row.status];
  if (!isNews) return null;
  const timesSentBack = row.timesSentBack + (status === "failed" ? 1 : 0);
  return { ...row, status, providerRefundId: id, waitsForBalance, timesSentBack };
}

/** One message for all refunds that wait, because adding money once can send them all. */
async function requestTopUp(tx: Db, { id, amountCents }: Refund): Promise<void> {
  if (await isAnotherRefundWaiting(tx, id)) return;
  await notifyAdmins(tx, { kind: "admin_low_balance", data: { amountCents } }, []);
}

type FailedRefund = { bookingId: string; paymentId: string; amountCents: number };

/** There is no further retry, so an admin has to return the money another way. */
export async function notifyFailedRefund(
  tx: Db,
  { bookingId, paymentId, amountCents }: FailedRefund,
  cause: RefundFailure,
): Promise<void> {
  await notifyAdmins(tx, { kind: "admin_refund_failed", data: { bookingId, paymentId, amountCents, cause } });
}

type Movement = {
  movement: BalanceMovement;
  kind: LedgerKind;
  bookingId: string | null;
  /** Without the provider's fee, which is added from the movement. */
  postings: readonly Posting[];
};

/** Posts a balance movement once. Throws if the postings don't match the provider's net amount. */
export async function postMovement(tx: Db, { movement, kind, bookingId, postings }: Movement): Promise<boolean> {
  const all = [...postings, ...feeOf(movement.feeCents)];
  const onBalance = all.reduce(
    (sum, { account, amountCents }) => (account === "stripe_balance" ? sum + amountCents : sum),
    0,
  );
  if (onBalance !== movement.netCents) {
    throw new RangeError(`${movement.id} moved ${movement.netCents} at the provider, not ${onBalance}`);
  }
  const { isNew } = await post(tx, {
    sourceKey: `balance:${movement.id}`,
    kind,
    bookingId,
    occurredAt: movement.createdAt,
    postings: all,
  });
  return isNew;
}

/** Returned fees are negative. */
const feeOf = (cents: number): Posting[] => (cents < 0 ? inverseOf(providerFee(-cents)) : providerFee(cents));
