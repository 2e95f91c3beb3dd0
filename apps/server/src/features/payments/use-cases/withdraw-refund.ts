import { inverseOf, type Posting } from "@nexby/domain/ledger/posting";
import { depositReturned, goodwillGiven, refundWithdrawn } from "@nexby/domain/ledger/postings";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { post } from "../../ledger/public.ts";
import { findOpenDebt, lockOwnerDebt } from "../owner-debt.ts";
import { findPayment, lockPayment, type Payment } from "../payments.repository.ts";
import { findRefund, type Refund, updateRefund } from "../refunds.repository.ts";

/** A refund will not be made after all, because it cannot be: what was taken for it is whose it was. */
export async function withdrawRefund(tx: Db, refundId: string, failureReason: string): Promise<void> {
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
