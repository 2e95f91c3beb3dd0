import { refundPaidByAdmin } from "@nexby/domain/ledger/postings";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { post } from "../../ledger/public.ts";
import { notify } from "../../notifications/public.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import { findPayment, lockPayment, type Payment, updatePayment } from "../payments.queries.ts";
import { findRefund, isGivenUp, PAID_BY_ADMIN, updateRefund } from "../refunds.queries.ts";
import { queueBookingUpdate } from "../sync/sync-payment.ts";

type PaidRefund = { refundId: string; reference: string };

/**
 * An admin paid a refund that the bank sent back or the provider refused for good. Posts it, so that the booking can
 * settle. Works once.
 */
export const markRefundPaid = (db: Db, viewer: Pick<Viewer, "id">, paid: PaidRefund): Promise<void> =>
  db.transaction((tx) => writePaidRefund(tx, viewer, paid));

async function writePaidRefund(tx: Db, viewer: Pick<Viewer, "id">, { refundId, reference }: PaidRefund): Promise<void> {
  const known = await findRefund(tx, refundId);
  const found = known && (await findPayment(tx, known.paymentId));
  if (!found) throw new AppError("not_found", "Refund not found");
  if (found.payerId === viewer.id || found.ownerId === viewer.id) {
    throw new AppError("forbidden", "This is your own booking. Another admin has to do this.");
  }
  await lockBookingPayments(tx, found.bookingId);
  const payment = await lockPayment(tx, found.id);
  const refund = await findRefund(tx, refundId);
  if (!payment || !refund || !isGivenUp(refund)) throw new AppError("action_not_allowed");
  if (payment.status === "disputed") {
    throw new AppError(
      "action_not_allowed",
      "The bank is disputing this payment. Wait for its decision before you pay.",
    );
  }
  const { amountCents } = refund;
  const { bookingId } = payment;
  const now = await readClock(tx);
  await post(tx, {
    sourceKey: `refunds:${refundId}:paid_by_admin`,
    kind: "refund_paid_by_admin",
    bookingId,
    occurredAt: now,
    postings: refundPaidByAdmin(amountCents),
  });
  // A new attempt, so that late news of the failed ones is ignored.
  const attempt = refund.attempt + 1;
  await updateRefund(tx, refundId, { status: "settled", settledAt: now, attempt, failureReason: PAID_BY_ADMIN });
  await updatePayment(tx, payment.id, refunded(payment, amountCents));
  const audited = { actorId: viewer.id, entityType: "refund", entityId: refundId };
  await recordAudit(tx, { ...audited, action: "refund_paid", reason: reference, details: { amountCents } });
  await notify(tx, payment.payerId, { kind: "refund_paid", data: { bookingId, amountCents } });
  await queueBookingUpdate(tx, bookingId);
}

/** Matches what the next sync computes from the refund's row. */
function refunded({ status, capturedCents, refundedCents: before }: Payment, amountCents: number) {
  const refundedCents = before + amountCents;
  const isContested = status === "disputed" || status === "charged_back";
  const ended = refundedCents === capturedCents ? ("refunded" as const) : ("partially_refunded" as const);
  return { refundedCents, ...(!isContested && { status: ended }) };
}
