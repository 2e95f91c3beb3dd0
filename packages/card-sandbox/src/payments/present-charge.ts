import type Stripe from "stripe";
import type { Context } from "../http/call.ts";
import { newId, randomText } from "../store.ts";
import { type CardCheck, type Decline, type TestCardName, testCard } from "../test-cards.ts";

type Attempt = {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  card: TestCardName;
  decline: Decline | null;
  isAuthenticated: boolean;
  /** Deadline for the capture; null when it is captured immediately or declined. */
  captureBefore: number | null;
};

/** Networks on which a hold can grow. */
const INCREMENTABLE_BRANDS = ["visa", "mastercard", "amex", "discover", "unionpay"];

const USUAL_RISK = { level: "normal", score: 12 };

function presentOutcome({ card, decline }: Attempt): Stripe.Charge.Outcome {
  const { isBlocked, risk = USUAL_RISK } = testCard(card);
  const shared = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: risk.level,
    risk_score: risk.score,
  };
  if (isBlocked) {
    return {
      ...shared,
      network_status: "not_sent_to_network",
      reason: "highest_risk_level",
      seller_message: "Stripe blocked this payment as too risky.",
      type: "blocked",
    };
  }
  if (decline) {
    return {
      ...shared,
      network_status: "declined_by_network",
      reason: decline.declineCode,
      seller_message: "The bank did not return any further details with this decline.",
      type: "issuer_declined",
    };
  }
  const network = { network_status: "approved_by_network", reason: null };
  return { ...shared, ...network, seller_message: "Payment complete.", type: "authorized" };
}

function presentCardDetails({ intent, method, card: name, isAuthenticated, captureBefore }: Attempt) {
  const { brand, checks, country = "US" } = testCard(name);
  const isIncrementable =
    captureBefore !== null &&
    INCREMENTABLE_BRANDS.includes(brand) &&
    intent.payment_method_options?.card?.request_incremental_authorization === "if_available";
  const check = (which: CardCheck) => checks?.[which] ?? "pass";
  const card: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand,
    ...(captureBefore !== null && { capture_before: captureBefore }),
    checks: {
      address_line1_check: check("address_line1_check"),
      address_postal_code_check: check("address_postal_code_check"),
      cvc_check: check("cvc_check"),
    },
    country,
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 12,
    exp_year: method.card?.exp_year ?? 2099,
    extended_authorization: { status: "disabled" },
    fingerprint: method.card?.fingerprint ?? null,
    funding: method.card?.funding ?? null,
    incremental_authorization: { status: isIncrementable ? "available" : "unavailable" },
    installments: null,
    last4: method.card?.last4 ?? null,
    mandate: null,
    multicapture: { status: "unavailable" },
    network: brand,
    network_transaction_id: randomText(15),
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: null,
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
  return { type: "card", card };
}

/** Builds a charge that was just attempted; capture and money are up to the caller. */
export function presentCharge(context: Context, attempt: Attempt): Stripe.Charge {
  const { intent, method, decline } = attempt;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "NEXBY",
    captured: false,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: presentOutcome(attempt),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: presentCardDetails(attempt),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group ?? `group_${intent.id}`,
  };
}
