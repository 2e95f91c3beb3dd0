import type Stripe from "stripe";
import { NO_BILLING_DETAILS } from "../payments/parts.ts";
import { newId } from "../store/ids.ts";

type Given = { now: number; amount: number; transferId: string; transferGroup: string | null };

/** How a transfer looks on the connected account: a payment from the platform. */
export function presentDestinationPayment({ now, amount, transferId, transferGroup }: Given): Stripe.Charge {
  return {
    id: newId("py"),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: NO_BILLING_DETAILS,
    calculated_statement_descriptor: null,
    captured: true,
    created: now,
    currency: "usd",
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { stripe_account: {}, type: "stripe_account" },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transferId,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: transferGroup,
  };
}
