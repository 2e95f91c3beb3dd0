import type Stripe from "stripe";
import type { PaymentsPort, ProviderRefund } from "../payments.port.ts";
import { ask } from "./ask.ts";
import { idOf, keyed, MOST_PER_PAGE, movementOf, TAGS } from "./shared.ts";

type Refunds = Pick<PaymentsPort, "createRefund" | "fetchRefund" | "listRefunds">;

const PARTS = ["balance_transaction", "failure_balance_transaction"];

const STATUSES: Record<string, ProviderRefund["status"]> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "settled",
  failed: "failed",
  canceled: "failed",
};

const presentRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  providerPaymentId: idOf(refund.payment_intent),
  refundId: refund.metadata?.[TAGS.refund] ?? null,
  attempt: Number(refund.metadata?.attempt ?? 1),
  amountCents: refund.amount,
  status: STATUSES[refund.status ?? ""] ?? "pending",
  failureReason: refund.failure_reason ?? null,
  movement: movementOf(refund.balance_transaction),
  failureMovement: movementOf(refund.failure_balance_transaction),
});

export const refunds = (stripe: Stripe): Refunds => ({
  createRefund: async ({ key, refundId, attempt, providerPaymentId, amountCents }) => {
    const given: Stripe.RefundCreateParams = {
      payment_intent: providerPaymentId,
      amount: amountCents,
      metadata: { [TAGS.refund]: refundId, attempt: String(attempt) },
      expand: PARTS,
    };
    return presentRefund(await ask("write", stripe.refunds.create(given, keyed(key))));
  },
  fetchRefund: async (id) => presentRefund(await ask("read", stripe.refunds.retrieve(id, { expand: PARTS }))),
  listRefunds: async (providerPaymentId) => {
    const expand = PARTS.map((part) => `data.${part}`);
    const given = { payment_intent: providerPaymentId, limit: MOST_PER_PAGE, expand };
    const { data } = await ask("read", stripe.refunds.list(given));
    return data.map(presentRefund);
  },
});
