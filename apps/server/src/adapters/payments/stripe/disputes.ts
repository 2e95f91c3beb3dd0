import type Stripe from "stripe";
import type { PaymentsPort, ProviderDispute, ProviderFraudWarning } from "../payments.port.ts";
import { ask } from "./ask.ts";
import { idOf, instantOf, MOST_PER_PAGE, presentMovement } from "./shared.ts";

type Disputes = Pick<PaymentsPort, "fetchDispute" | "listDisputes" | "fetchFraudWarning" | "listFraudWarnings">;

const STATUSES: Record<string, ProviderDispute["status"]> = {
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
  const status = STATUSES[dispute.status];
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
  fetchDispute: async (id) => presentDispute(await ask("read", stripe.disputes.retrieve(id))),
  listDisputes: async (providerPaymentId) => {
    const given = { payment_intent: providerPaymentId, limit: MOST_PER_PAGE };
    const { data } = await ask("read", stripe.disputes.list(given));
    return data.map(presentDispute);
  },
  fetchFraudWarning: async (id) => presentWarning(await ask("read", stripe.radar.earlyFraudWarnings.retrieve(id))),
  listFraudWarnings: async (providerPaymentId) => {
    const given = { payment_intent: providerPaymentId, limit: MOST_PER_PAGE };
    const { data } = await ask("read", stripe.radar.earlyFraudWarnings.list(given));
    return data.map(presentWarning);
  },
});
