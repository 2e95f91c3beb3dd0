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
import { capturedShares, lockBookingPayments } from "../booking-money.queries.ts";
import { type PaymentDeps, queueFollowing } from "../payment-job.ts";
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

/** What others wrote on payments of theirs can be anything. */
const OUR_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Two payments at the provider say they are the same one here. People must look; nothing is guessed. */
class PaymentMadeTwice extends Error {
  override name = "PaymentMadeTwice";
}

/** Asks the provider how a payment stands and writes that down. Null when the provider has none of it yet. */
export async function syncPayment({ db, payments }: PaymentDeps, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment?.providerPaymentId) return null;
  const snapshot = await fetchSnapshot(payments, payment.providerPaymentId);
  await db.transaction((tx) => applySnapshot(tx, paymentId, snapshot));
  return findPayment(db, paymentId);
}

/** What was made for one of our rows belongs to it, also when the answer that said so was lost. */
export async function adoptPayment(db: Db, told: Pick<ProviderPayment, "id" | "paymentId">): Promise<boolean> {
  if (told.paymentId === null || !OUR_ID.test(told.paymentId)) return false;
  const payment = await findPayment(db, told.paymentId);
  if (!payment) return false;
  if (payment.providerPaymentId === told.id || (await setProviderPayment(db, payment.id, told.id))) return true;
  const now = await findPayment(db, payment.id);
  if (now?.providerPaymentId === told.id) return true;
  throw new PaymentMadeTwice(`${told.id} and ${now?.providerPaymentId} are both payment ${payment.id}`);
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
 * Writes down what the provider tells of a payment: the row, what came of it, the ledger, and which operations have
 * ended by it. Whoever brings an older word changes nothing, and who brings the same one again neither.
 */
export async function applySnapshot(tx: Db, paymentId: string, snapshot: Snapshot): Promise<void> {
  const known = await findPayment(tx, paymentId);
  if (!known) return;
  await lockBookingPayments(tx, known.bookingId);
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

/** The captured money arrives in the ledger as soon as the provider has it on our balance. */
async function applyCapture(tx: Db, payment: Payment, told: ProviderPayment): Promise<string | null> {
  const movement = told.charge?.movement;
  if (!movement) return null;
  const { kind, postings } = captureOf(payment, told.capturedCents);
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
  return { kind: "capture", postings: captured(shares, ownerId) };
}

/** What the bank's answer tells of the card it was paid with. */
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

/** A card that was refused counts once, however often we hear of it. */
async function failureOf(tx: Db, before: Payment, { failure }: ProviderPayment): Promise<Partial<Payment>> {
  const chargeId = failure?.chargeId ?? null;
  if (chargeId === null || chargeId === before.lastFailedChargeId) return {};
  return { failedTries: before.failedTries + 1, lastFailedAt: await readClock(tx), lastFailedChargeId: chargeId };
}

/** All that the provider knows of a payment now. */
type Snapshot = {
  payment: ProviderPayment;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  warnings: readonly ProviderFraudWarning[];
  /** Only cards of people tell who pays: the published trial cards are everybody's. */
  areCardsReal: boolean;
};

/** Asked outside any transaction. Before money was captured nothing can have come of it. */
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
