import { isDeepStrictEqual } from "node:util";
import { laterStage, type PaymentStage, paymentStatus, stageOf } from "@nexby/domain/payments/payment-status";
import type { ProviderPayment, ProviderPaymentStatus } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { lockBookingMoney } from "../booking-money-lock.ts";
import { endOperation, findPendingOperations, type Operation } from "../operations.repository.ts";
import { findPayment, lockPayment, type Payment, updatePayment } from "../payments.repository.ts";
import { queueFollowing } from "../queue-money-job.ts";
import { applyCapture } from "./apply-capture.ts";
import { applyDisputes } from "./apply-disputes.ts";
import { applyRefunds } from "./apply-refunds.ts";
import { cardFactsOf, failureOf } from "./card-facts.ts";
import type { Snapshot } from "./snapshot.ts";

const STAGES: Record<ProviderPaymentStatus, PaymentStage> = {
  needs_card: "open",
  needs_confirmation: "open",
  needs_action: "open",
  processing: "open",
  authorized: "authorized",
  captured: "captured",
  canceled: "canceled",
};

/**
 * Writes down what the provider tells of a payment: the row, what came of it, the ledger, and which operations have
 * ended by it. Whoever brings an older word changes nothing, and who brings the same one again neither.
 */
export async function applySnapshot(tx: Db, paymentId: string, snapshot: Snapshot): Promise<void> {
  const known = await findPayment(tx, paymentId);
  if (!known) return;
  await lockBookingMoney(tx, known.bookingId);
  const before = await lockPayment(tx, paymentId);
  if (!before) return;
  const { payment: told, refunds, disputes, warnings } = snapshot;
  const stage = laterStage(stageOf(before.status), STAGES[told.status]);
  const isNews = stage === STAGES[told.status];
  const payment: Payment = {
    ...before,
    ...(isNews && { ...factsOf(before, told), ...cardFactsOf(snapshot), ...(await failureOf(tx, before, told)) }),
  };

  if (told.status === "captured") payment.providerMovementId ??= await applyCapture(tx, payment, told);
  if (told.status === "captured") payment.refundedCents = await applyRefunds(tx, payment, refunds);
  const chargeback = await applyDisputes(tx, payment, disputes);
  payment.fraudWarnedAt ??= warnings[0]?.createdAt ?? null;
  const isPayerAsked = told.status === "needs_action" || (told.status === "needs_card" && told.failure !== null);
  payment.status = paymentStatus({ ...payment, stage, isPayerAsked, chargeback });
  if (stage === "captured") payment.capturedAt ??= told.charge?.movement?.createdAt ?? null;

  const { id, ...row } = payment;
  await updatePayment(tx, id, row);
  const ended = (await findPendingOperations(tx, id)).flatMap((operation) => {
    const end = endOf(operation, stage);
    return end ? [{ id: operation.id, end }] : [];
  });
  for (const { id: operationId, end } of ended) await endOperation(tx, operationId, end);
  if (ended.length > 0 || !isDeepStrictEqual(before, payment)) await queueFollowing(tx, payment.bookingId);
}

function factsOf(before: Payment, told: ProviderPayment): Partial<Payment> {
  const { charge } = told;
  return {
    providerPaymentId: told.id,
    authorizedCents: Math.max(before.authorizedCents, told.authorizedCents),
    capturedCents: Math.max(before.capturedCents, told.capturedCents),
    failureReason: told.failure?.reason ?? null,
    cardId: told.cardId ?? before.cardId,
    ...(charge && {
      providerChargeId: charge.id,
      authExpiresAt: charge.holdEndsAt,
    }),
  };
}

type End = Parameters<typeof endOperation>[2];

/** What was asked for is so, or can no longer become so. */
function endOf({ operation }: Operation, stage: PaymentStage): End | null {
  if (operation === "open") return { status: "done" };
  if (stage === "open" || stage === "created") return null;
  if (operation === "charge")
    return stage === "canceled" ? { status: "refused", reason: "canceled" } : { status: "done" };
  if (stage === "authorized") return null;
  const wanted = operation === "capture" ? "captured" : "canceled";
  return stage === wanted ? { status: "done" } : { status: "refused", reason: stage };
}
