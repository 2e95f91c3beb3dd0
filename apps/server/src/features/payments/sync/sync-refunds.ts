import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { inverseOf, type LedgerKind, type Posting } from "@nexby/domain/ledger/accounts";
import { providerFee, refundFailed, refundSettled } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import type { BalanceMovement, ProviderRefund } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { post } from "../../ledger/public.ts";
import type { Payment } from "../payments.queries.ts";
import { findRefundsOf, MAX_REFUND_ATTEMPTS, type Refund, updateRefund } from "../refunds.queries.ts";

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
    const isLost = changed.status === "failed" && changed.timesSentBack === MAX_REFUND_ATTEMPTS;
    if (isLost) await notifyFailedRefund(tx, { ...changed, bookingId: payment.bookingId }, "sent_back");
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

type Lost = { bookingId: string; paymentId: string; amountCents: number };

const WHAT_HAPPENED = {
  refused: (amount: string) => `The card provider refused a refund of ${amount} three times`,
  sent_back: (amount: string) => `The bank of the card sent a refund of ${amount} back three times`,
};

/** Nobody tries again: a person has to find another way for the money. */
export async function notifyFailedRefund(
  tx: Db,
  { bookingId, paymentId, amountCents }: Lost,
  how: keyof typeof WHAT_HAPPENED,
): Promise<void> {
  const amount = `$${decimalFromCents(cents(amountCents))}`;
  await notifyAdmins(tx, {
    type: "payment",
    title: "A refund could not be made",
    message: `${WHAT_HAPPENED[how](amount)}, so we stopped trying. Please give the money back another way.`,
    actionUrl: `/my-bookings/${bookingId}`,
    data: { bookingId, paymentId },
  });
}

type Movement = {
  movement: BalanceMovement;
  kind: LedgerKind;
  bookingId: string | null;
  /** Without the provider's fee, which belongs to the same movement. */
  postings: readonly Posting[];
};

/** Writes a movement of the provider's balance into the ledger, once. Refuses what the provider would not agree with. */
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

/** A fee that comes back is negative. */
const feeOf = (cents: number): Posting[] => (cents < 0 ? inverseOf(providerFee(-cents)) : providerFee(cents));
