import type Stripe from "stripe";
import type { ProviderCharge, ProviderPayment, ProviderPaymentStatus } from "../payments.port.ts";
import { expanded, idOf, instantOf, movementOf, TAGS } from "./shared.ts";

/** What a payment must be fetched with to be presented. */
export const PAYMENT_PARTS = ["latest_charge.balance_transaction"];

const STATUSES: Record<string, ProviderPaymentStatus> = {
  requires_payment_method: "needs_card",
  requires_confirmation: "needs_confirmation",
  requires_action: "needs_action",
  processing: "processing",
  requires_capture: "authorized",
  succeeded: "captured",
  canceled: "canceled",
};

export function presentPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const status = STATUSES[intent.status];
  if (!status) throw new Error(`A payment of unknown status: ${intent.status}`);
  const charge = expanded(intent.latest_charge);
  return {
    id: intent.id,
    paymentId: intent.metadata[TAGS.payment] ?? null,
    status,
    amountCents: intent.amount,
    authorizedCents: intent.amount_capturable,
    capturedCents: intent.amount_received,
    clientSecret: intent.client_secret,
    cardId: idOf(intent.payment_method),
    failure: failureOf(intent.last_payment_error),
    charge: charge && charge.status !== "failed" ? presentCharge(charge) : null,
  };
}

function failureOf(error: Stripe.PaymentIntent.LastPaymentError | null): ProviderPayment["failure"] {
  if (!error) return null;
  const reason = error.decline_code ?? error.code ?? error.type;
  const isAbsent = error.code === "authentication_required" || reason === "authentication_required";
  const kind = isAbsent ? "authentication_required" : "card_declined";
  return { kind, reason, chargeId: error.charge ?? null };
}

function presentCharge(charge: Stripe.Charge): ProviderCharge {
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    holdEndsAt: card?.capture_before === undefined ? null : instantOf(card.capture_before),
    isDisputed: charge.disputed,
    risk: { level: charge.outcome?.risk_level ?? null, score: charge.outcome?.risk_score ?? null },
    checks: {
      cvc: card?.checks?.cvc_check ?? null,
      postalCode: card?.checks?.address_postal_code_check ?? null,
    },
    card: card
      ? { brand: card.brand, last4: card.last4, funding: card.funding, fingerprint: card.fingerprint ?? null }
      : null,
    movement: charge.captured ? movementOf(charge.balance_transaction) : null,
  };
}
