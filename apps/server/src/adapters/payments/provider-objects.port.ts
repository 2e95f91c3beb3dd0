/* What the provider knows, in our own words. */

/** A movement on a balance at the provider. Amounts are signed: what comes in is positive. */
export type BalanceMovement = {
  id: string;
  /** As the provider names it: charge, refund, adjustment, transfer, payout and so on. */
  type: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
  /** What moved it: a charge, a refund, a dispute, a transfer, a reversal, a payout. */
  sourceId: string | null;
  createdAt: Date;
  availableAt: Date;
};

type CardFacts = {
  brand: string | null;
  last4: string | null;
  funding: string | null;
  /** The same for the same card, whoever uses it. */
  fingerprint: string | null;
};

/** The bank's answer to a payment. */
export type ProviderCharge = {
  id: string;
  /** Until when a hold can be captured; null when there is none. */
  holdEndsAt: Date | null;
  isDisputed: boolean;
  risk: { level: string | null; score: number | null };
  checks: { cvc: string | null; postalCode: string | null };
  card: CardFacts | null;
  /** Of the captured money; null until it has arrived. */
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
  /** The row it was made for, as we wrote it on the payment; null when it is not of our making. */
  paymentId: string | null;
  status: ProviderPaymentStatus;
  amountCents: number;
  authorizedCents: number;
  capturedCents: number;
  /** With this, and nothing else, the payer's browser may confirm it. */
  clientSecret: string | null;
  cardId: string | null;
  /** Why the last try failed; each that reached a bank has a charge of its own. */
  failure: { kind: "card_declined" | "authentication_required"; reason: string; chargeId: string | null } | null;
  charge: ProviderCharge | null;
};

export type ProviderRefund = {
  id: string;
  providerPaymentId: string | null;
  /** The row and the try it was made for; null when it is not of our making, or no refund of money at all. */
  refundId: string | null;
  attempt: number;
  amountCents: number;
  status: "pending" | "settled" | "failed";
  failureReason: string | null;
  /** Null when no money moved: a hold that was let go also looks like a refund. */
  movement: BalanceMovement | null;
  /** The money that came back when the bank refused the refund. */
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
  /** A question of the bank's; no money has moved. */
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
  /** Money can be sent to it, and it can be paid out. */
  state: "ready" | "information_needed" | "pending" | "rejected";
  hasSubmittedDetails: boolean;
  canReceiveTransfers: boolean;
  canBePaidOut: boolean;
  /** What the provider still wants to know, in its words. */
  missing: string[];
  /** Why it is held back, in the provider's words. */
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
  /** The money that came back when the bank refused it. */
  failureMovement: BalanceMovement | null;
};

/** Something happened at the provider. It tells what to look at, not what is so: that is fetched. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** What it is about: `payment_intent`, `charge`, `refund`, `dispute`, `transfer`, `account` and so on. */
  objectType: string;
  objectId: string;
  /** Of a payout account; null when it happened on our own. */
  accountId: string | null;
  occurredAt: Date;
};
