/* The provider's objects, reduced to the fields we use. */

/** A balance transaction at the provider. Amounts are signed: incoming money is positive. */
export type BalanceMovement = {
  id: string;
  /** The provider's type: charge, refund, adjustment, transfer, payout and so on. */
  type: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
  /** Id of the charge, refund, dispute, transfer, reversal or payout that caused it. */
  sourceId: string | null;
  createdAt: Date;
  availableAt: Date;
};

type CardFacts = {
  brand: string | null;
  last4: string | null;
  funding: string | null;
  /** Identifies the same card across customers. */
  fingerprint: string | null;
};

export type ProviderCharge = {
  id: string;
  /** Last time to capture the hold; null without a hold. */
  holdEndsAt: Date | null;
  risk: { level: string | null; score: number | null };
  checks: { cvc: string | null; postalCode: string | null };
  card: CardFacts | null;
  /** Null until the captured money is on the balance. */
  movement: BalanceMovement | null;
};

export type ProviderPaymentStatus =
  | "needs_card"
  | "needs_confirmation"
  | "needs_action"
  | "processing"
  | "authorized"
  | "captured"
  | "canceled";

export type ProviderPayment = {
  id: string;
  /** Our payment's id from the metadata; null for a payment we did not create. */
  paymentId: string | null;
  status: ProviderPaymentStatus;
  amountCents: number;
  authorizedCents: number;
  capturedCents: number;
  /** Lets the payer's browser confirm this payment and nothing else. */
  clientSecret: string | null;
  cardId: string | null;
  /** The last failed attempt; every attempt that reached a bank has its own charge. */
  failure: { kind: "card_declined" | "authentication_required"; reason: string; chargeId: string | null } | null;
  charge: ProviderCharge | null;
};

export type ProviderRefund = {
  id: string;
  providerPaymentId: string | null;
  /** Our refund's id from the metadata; null when we did not create it or it is a released hold. */
  refundId: string | null;
  attempt: number;
  amountCents: number;
  status: "pending" | "settled" | "failed";
  /** Pending because our balance is too low; the provider sends it once money was added. */
  waitsForBalance: boolean;
  failureReason: string | null;
  /** Null when no money moved: a released hold is also listed as a refund. */
  movement: BalanceMovement | null;
  /** The money returned to our balance after the bank rejected the refund. */
  failureMovement: BalanceMovement | null;
};

export type ProviderTransfer = {
  id: string;
  transferId: string | null;
  accountId: string | null;
  amountCents: number;
  reversedCents: number;
  movement: BalanceMovement | null;
};

export type ProviderReversal = {
  id: string;
  transferId: string | null;
  providerTransferId: string;
  amountCents: number;
  movement: BalanceMovement | null;
};

export type ProviderDispute = {
  id: string;
  chargeId: string;
  providerPaymentId: string | null;
  amountCents: number;
  /** An inquiry by the bank, before any money moves. */
  isInquiry: boolean;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  reason: string;
  evidenceDueAt: Date | null;
  movements: BalanceMovement[];
  createdAt: Date;
};

export type ProviderFraudWarning = {
  id: string;
  chargeId: string;
  providerPaymentId: string | null;
  fraudType: string;
  isActionable: boolean;
  createdAt: Date;
};

export type SavedCard = {
  id: string;
  customerId: string | null;
  brand: string;
  last4: string;
  expiresMonth: number;
  expiresYear: number;
};

export type CardSetup = {
  id: string;
  clientSecret: string | null;
  status: "needs_card" | "needs_action" | "processing" | "succeeded" | "canceled";
  cardId: string | null;
};

export type PayoutAccount = {
  id: string;
  personId: string | null;
  /** `ready`: it can receive transfers and be paid out. */
  state: "ready" | "information_needed" | "pending" | "rejected";
  hasSubmittedDetails: boolean;
  canReceiveTransfers: boolean;
  canBePaidOut: boolean;
  /** The provider's names of the missing details. */
  missing: string[];
  /** The provider's reason code. */
  disabledReason: string | null;
  bankLast4: string | null;
};

export type ProviderPayout = {
  id: string;
  amountCents: number;
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  arrivesAt: Date;
  failureReason: string | null;
  movement: BalanceMovement | null;
  /** The money returned to our balance after the bank rejected the payout. */
  failureMovement: BalanceMovement | null;
};

export type FailedPayout = { id: string; amountCents: number; failedAt: Date };

/** An event names the object to look at; its current state is always fetched. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** Type of the object: `payment_intent`, `charge`, `refund`, `dispute`, `transfer`, `account` and so on. */
  objectType: string;
  objectId: string;
  /** The payout account it belongs to; null for our own account. */
  accountId: string | null;
  occurredAt: Date;
};
