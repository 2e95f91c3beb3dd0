import type Stripe from "stripe";
import type { TestCardName } from "../cards/test-cards.ts";

/** What is kept, by the name of its kind, in the shape of the official SDK. */
export type Documents = {
  account: Stripe.Account;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
};

export type Kind = keyof Documents;

/** What the sandbox knows of a document and never shows. */
export type Facts = {
  account: { links: Record<string, AccountLink>; isConnected: boolean };
  charge: { card: TestCardName | null };
  customer: Record<string, never>;
  dispute: { isInquiry: boolean };
  payment_intent: IntentFacts;
  payment_method: { card: TestCardName; isSpent: boolean; isSetUpForLater: boolean };
  payout: Record<string, never>;
  "radar.early_fraud_warning": Record<string, never>;
  refund: Record<string, never>;
  setup_intent: { returnUrl: string | null };
  transfer: { availableOn: number };
  transfer_reversal: Record<string, never>;
};

type IntentFacts = { returnUrl: string | null; mandate: "customer" | "merchant" };

export type AccountLink = { expiresAt: number; refreshUrl: string; returnUrl: string; isUsed: boolean };

export type Kept<K extends Kind> = { body: Documents[K]; facts: Facts[K] };
