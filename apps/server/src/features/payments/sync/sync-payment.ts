import { isDeepStrictEqual } from "node:util";
import type { LedgerKind, Posting } from "@nexby/domain/ledger/accounts";
import { captured, damageCaptured, depositCaptured, lateFeeCaptured } from "@nexby/domain/ledger/postings";
import { laterStage, type PaymentStage, paymentStatus, stageOf } from "@nexby/domain/payments/payment-status";
import type {
  PaymentsPort,
  ProviderDispute,
  ProviderFraudWarning,
  ProviderPayment,
  ProviderPaymentStatus,
  ProviderRefund,
} from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { capturedShares, lockBookingPayments } from "../booking-money.queries.ts";
import type { PaymentDeps } from "../payment-job.ts";
import {
  endOperation,
  findPayment,
  findPendingOperations,
  lockPayment,
  type Operation,
  type Payment,
  setProviderPayment,
  updatePayment,
} from "../payments.queries.ts";
import { applyDisputes } from "./sync-chargebacks.ts";
import { applyRefunds, postMovement } from "./sync-refunds.ts";

/** Payments made by others can carry any metadata. */
const OUR_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Two provider payments claim the same row. An operator must look into it; we don't guess. */
class PaymentMadeTwice extends Error {
  override name = "PaymentMadeTwice";
}

/** Saves the payment's current state at the provider. Null when it isn't open there yet. */
export async function syncPayment({ db, payments }: PaymentDeps, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment?.providerPaymentId) return null;
  const snapshot = await fetchSnapshot(payments, payment.providerPaymentId);
  await db.transaction((tx) => applySnapshot(tx, paymentId, snapshot));
  return findPayment(db, paymentId);
}

/** Links a provider payment to the row it was created for, even if the response to its creation was lost. */
export async function adoptPayment(
  db: Db,
  providerPayment: Pick<ProviderPayment, "id" | "paymentId">,
): Promise<boolean> {
  if (providerPayment.paymentId === null || !OUR_ID.test(providerPayment.paymentId)) return false;
  const payment = await findPayment(db, providerPayment.paymentId);
  if (!payment) return false;
  if (
    payment.providerPaymentId === providerPayment.id ||
    (await setProviderPayment(db, payment.id, providerPayment.id))
  )
    return true;
  const current = await findPayment(db, payment.id);
  if (current?.providerPaymentId === providerPayment.id) return true;
  throw new PaymentMadeTwice(`${providerPayment.id} and ${current?.providerPaymentId} are both payment ${payment.id}`);
}

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
 * Saves the provider's state: the payment row, refunds, chargebacks, ledger postings and finished operations. Older or
 * repeated snapshots change nothing.
 */
export async function applySnapshot(tx: Db, paymentId: string, snapshot: Snapshot): Promise<void> {
  const known = await findPayment(tx, paymentId);
  if (!known) return;
  await lockBookingPayments(tx, known.bookingId);
  const before = await lockPayment(tx, paymentId);
  if (!before) return;
  const { payment: providerPayment, refunds, disputes, warnings } = snapshot;
  const stage = laterStage(stageOf(before.status), STAGES[providerPayment.status]);
  const isCurrent = stage === STAGES[providerPayment.status];
  const payment: Payment = {
    ...before,
    ...(isCurrent && {
      ...factsOf(before, providerPayment),
      ...cardFactsOf(snapshot),
      ...(await failureOf(tx, before, providerPayment)),
    }),
  };

  if (providerPayment.status === "captured")
    payment.providerMovementId ??= await applyCapture(tx, payment, providerPayment);
  if (providerPayment.status === "captured") payment.refundedCents = await applyRefunds(tx, payment, refunds);
  const chargeback = await applyDisputes(tx, payment, disputes);
  payment.fraudWarnedAt ??= warnings[0]?.createdAt ?? null;
  const isPayerAsked =
    providerPayment.status === "needs_action" ||
    (providerPayment.status === "needs_card" && providerPayment.failure !== null);
  payment.status = paymentStatus({ ...payment, stage, isPayerAsked, chargeback });
  if (stage === "captured") payment.capturedAt ??= providerPayment.charge?.movement?.createdAt ?? null;

  const { id, ...row } = payment;
  await updatePayment(tx, id, row);
  const finished = (await findPendingOperations(tx, id)).flatMap((operation) => {
    const end = endOf(operation, stage);
    return end ? [{ id: operation.id, end }] : [];
  });
  for (const { id: operationId, end } of finished) await endOperation(tx, operationId, end);
  if (finished.length > 0 || !isDeepStrictEqual(before, payment)) await queueBookingUpdate(tx, payment.bookingId);
}

function factsOf(before: Payment, providerPayment: ProviderPayment): Partial<Payment> {
  const { charge } = providerPayment;
  return {
    providerPaymentId: providerPayment.id,
    authorizedCents: Math.max(before.authorizedCents, providerPayment.authorizedCents),
    capturedCents: Math.max(before.capturedCents, providerPayment.capturedCents),
    failureReason: providerPayment.failure?.reason ?? null,
    cardId: providerPayment.cardId ?? before.cardId,
    ...(charge && {
      providerChargeId: charge.id,
      authExpiresAt: charge.holdEndsAt,
    }),
  };
}

type End = Parameters<typeof endOperation>[2];

/** Ends an operation once it has happened or can no longer happen. */
function endOf({ operation }: Operation, stage: PaymentStage): End | null {
  if (operation === "open") return { status: "done" };
  if (stage === "open" || stage === "created") return null;
  if (operation === "charge")
    return stage === "canceled" ? { status: "refused", reason: "canceled" } : { status: "done" };
  if (stage === "authorized") return null;
  const expected = operation === "capture" ? "captured" : "canceled";
  return stage === expected ? { status: "done" } : { status: "refused", reason: stage };
}

/** Posts the capture once the provider shows it on our balance. */
async function applyCapture(tx: Db, payment: Payment, providerPayment: ProviderPayment): Promise<string | null> {
  const movement = providerPayment.charge?.movement;
  if (!movement) return null;
  const { kind, postings } = captureOf(payment, providerPayment.capturedCents);
  await postMovement(tx, { movement, kind, bookingId: payment.bookingId, postings });
  return movement.id;
}

function captureOf(payment: Payment, amountCents: number): { kind: LedgerKind; postings: Posting[] } {
  const { ownerId } = payment;
  if (payment.kind === "deposit") return { kind: "deposit_capture", postings: depositCaptured(amountCents) };
  const shares = capturedShares(payment, amountCents);
  const charge = { amountCents, commissionCents: shares.platformCents, ownerId };
  if (payment.kind === "late_fee") return { kind: "late_fee", postings: lateFeeCaptured(charge) };
  if (payment.kind === "damage") return { kind: "damage", postings: damageCaptured(charge) };
  return { kind: payment.kind === "extension" ? "extension" : "capture", postings: captured(shares, ownerId) };
}

function cardFactsOf({ payment: { charge }, areCardsReal }: Snapshot): Partial<Payment> {
  if (!charge) return {};
  const { card, risk, checks } = charge;
  return {
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardFunding: card?.funding ?? null,
    cardFingerprint: areCardsReal ? (card?.fingerprint ?? null) : null,
    riskLevel: risk.level,
    riskScore: risk.score,
    cvcCheck: checks.cvc,
    postalCodeCheck: checks.postalCode,
  };
}

/** Counts each declined charge once, however often it is reported. */
async function failureOf(tx: Db, before: Payment, { failure }: ProviderPayment): Promise<Partial<Payment>> {
  const chargeId = failure?.chargeId ?? null;
  if (chargeId === null || chargeId === before.lastFailedChargeId) return {};
  return { failedTries: before.failedTries + 1, lastFailedAt: await readClock(tx), lastFailedChargeId: chargeId };
}

type Snapshot = {
  payment: ProviderPayment;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  warnings: readonly ProviderFraudWarning[];
  /** False outside live mode: test cards are shared by everyone and identify nobody. */
  areCardsReal: boolean;
};

/** Never call it in a transaction. Refunds and disputes can't exist before a capture. */
export async function fetchSnapshot(payments: PaymentsPort, providerPaymentId: string): Promise<Snapshot> {
  const payment = await payments.fetchPayment(providerPaymentId);
  const areCardsReal = payments.environment === "live";
  if (payment.status !== "captured") return { payment, refunds: [], disputes: [], warnings: [], areCardsReal };
  const [refunds, disputes, warnings] = await Promise.all([
    payments.listRefunds(providerPaymentId),
    payments.listDisputes(providerPaymentId),
    payments.listFraudWarnings(providerPaymentId),
  ]);
  return { payment, refunds, disputes, warnings, areCardsReal };
}

const FOLLOW_MONEY = "follow_money";

/**
 * Has the booking's next steps taken, by `bookingJobs` in bookings/lifecycle/advance-booking.ts. Every change gets its
 * own job, because a running one may have read older data.
 */
export const queueBookingUpdate = (db: Db, bookingId: string) =>
  enqueueJob(db, { type: FOLLOW_MONEY, entityType: "booking", entityId: bookingId, key: newId() });

/** Writes down a refusal, and has the booking look at it. */
export const recordRefusal = (db: Db, bookingId: string, record: (tx: Db) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    await record(tx);
    await queueBookingUpdate(tx, bookingId);
  });

/** What happens when a booking's payments have changed. */
export const onPaymentChange = (handler: JobHandler) => ({ [FOLLOW_MONEY]: handler });
