import type Stripe from "stripe";
import { newClientSecret, newId } from "../store/ids.ts";

type Given = {
  now: number;
  amount: number;
  automaticMethods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  captureMethod: Stripe.PaymentIntent.CaptureMethod;
  confirmationMethod: Stripe.PaymentIntent.ConfirmationMethod;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
  receiptEmail: string | null;
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
  statementDescriptor: string | null;
  statementDescriptorSuffix: string | null;
  transferGroup: string | null;
};

export function presentNewIntent(given: Given): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: given.automaticMethods === null ? ["card"] : null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: given.automaticMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: given.confirmationMethod,
    created: given.now,
    currency: "usd",
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: given.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: given.statementDescriptor,
    statement_descriptor_suffix: given.statementDescriptorSuffix,
    status: given.paymentMethod === null ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: given.transferGroup,
  };
}
