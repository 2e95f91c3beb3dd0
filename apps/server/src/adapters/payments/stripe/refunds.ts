import type Stripe from "stripe";
import type { PaymentsPort, ProviderDispute, ProviderFraudWarning, ProviderRefund } from "../payments.port.ts";
import {
  callStripe,
  idOf,
  instantOf,
  keyed,
  MAX_PER_PAGE,
  movementOf,
  presentMovement,
  TAGS,
} from "./stripe-client.ts";

type Refunds = Pick<PaymentsPort, "createRefund" | "fetchRefund" | "listRefunds">;

const PARTS = ["balance_transaction", "failure_balance_transaction"];

const REFUND_STATUSES: Record<string, ProviderRefund["status"]> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "settled",
  failed: "failed",
  canceled: "failed",
};

const statusOf = ({ status }: Stripe.Refund) => REFUND_STATUSES[status ?? ""] ?? "pending";

const presentRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  providerPaymentId: idOf(refund.payment_intent),
  refundId: refund.metadata?.[TAGS.refund] ?? null,
  attempt: Number(refund.metadata?.attempt ?? 1),
  amountCents: refund.amount,
  status: statusOf(refund),
  waitsForBalance: statusOf(refund) === "pending" && refund.pending_reason === "insufficient_funds",
  failureReason: refund.failure_reason ?? null,
  movement: movementOf(refund.balance_transaction),
  failureMovement: movementOf(refund.failure_balance_transaction),
});

export const refunds = (stripe: Stripe): Refunds => ({
  createRefund: async ({ key, refundId, attempt, providerPaymentId, amountCents }) => {
    const params: Stripe.RefundCreateParams = {
      payment_intent: providerPaymentId,
      amount: amountCents,
      metadata: { [TAGS.refund]: refundId, attempt: String(attempt) },
      expand: PARTS,
    };
    return presentRefund(await callStripe("write", stripe.refunds.create(params, keyed(key))));
  },
  fetchRefund: async (id) => presentRefund(await callStripe("read", stripe.refunds.retrieve(id, { expand: PARTS }))),
  listRefunds: async (providerPaymentId) => {
    const expand = PARTS.map((part) => `data.${part}`);
    const params = { payment_intent: providerPaymentId, limit: MAX_PER_PAGE, expand };
    const { data } = await callStripe("read", stripe.refunds.list(params));
    return data.map(presentRefund);
  },
});

type Disputes = Pick<PaymentsPort, "fetchDispute" | "listDisputes" | "fetchFraudWarning" | "listFraudWarnings">;

const DISPUTE_STATUSES: Record<string, ProviderDispute["status"]> = {
  needs_response: "open",
  warning_needs_response: "open",
  appeal_needs_response: "open",
  under_review: "under_review",
  warning_under_review: "under_review",
  appeal_under_review: "under_review",
  won: "won",
  lost: "lost",
  warning_closed: "closed",
  prevented: "closed",
};

function presentDispute(dispute: Stripe.Dispute): ProviderDispute {
  const status = DISPUTE_STATUSES[dispute.status];
  if (!status) throw new Error(`A dispute of unknown status: ${dispute.status}`);
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    chargeId: idOf(dispute.charge) ?? "",
    providerPaymentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    isInquiry: dispute.status.startsWith("warning_"),
    status,
    reason: dispute.reason,
    evidenceDueAt: dueBy === null ? null : instantOf(dueBy),
    movements: dispute.balance_transactions.map(presentMovement),
    createdAt: instantOf(dispute.created),
  };
}

const presentWarning = (warning: Stripe.Radar.EarlyFraudWarning): ProviderFraudWarning => ({
  id: warning.id,
  chargeId: idOf(warning.charge) ?? "",
  providerPaymentId: idOf(warning.payment_intent),
  fraudType: warning.fraud_type,
  isActionable: warning.actionable,
  createdAt: instantOf(warning.created),
});

export const disputes = (stripe: Stripe): Disputes => ({
  fetchDispute: async (id) => presentDispute(await callStripe("read", stripe.disputes.retrieve(id))),
  listDisputes: async (providerPaymentId) => {
    const params = { payment_intent: providerPaymentId, limit: MAX_PER_PAGE };
    const { data } = await callStripe("read", stripe.disputes.list(params));
    return data.map(presentDispute);
  },
  fetchFraudWarning: async (id) =>
    presentWarning(await callStripe("read", stripe.radar.earlyFraudWarnings.retrieve(id))),
  listFraudWarnings: async (providerPaymentId) => {
    const params = { payment_intent: providerPaymentId, limit: MAX_PER_PAGE };
    const { data } = await callStripe("read", stripe.radar.earlyFraudWarnings.list(params));
    return data.map(presentWarning);
  },
});
