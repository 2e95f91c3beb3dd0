/** The deposit is separate from the rental; extensions, late fees and damage are charged later. */
export const PAYMENT_KINDS = ["rental", "deposit", "extension", "late_fee", "damage"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = [
  "created",
  "awaiting_payment",
  "action_required",
  "authorized",
  "captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back",
  "canceled",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Progress of a payment. It only moves forward; captured and canceled are final. */
export type PaymentStage = "created" | "open" | "authorized" | "captured" | "canceled";

const RANKS: Record<PaymentStage, number> = { created: 0, open: 1, authorized: 2, captured: 3, canceled: 3 };

const STAGES: Record<PaymentStatus, PaymentStage> = {
  created: "created",
  awaiting_payment: "open",
  action_required: "open",
  authorized: "authorized",
  captured: "captured",
  partially_refunded: "captured",
  refunded: "captured",
  disputed: "captured",
  charged_back: "captured",
  canceled: "canceled",
};

export const stageOf = (status: PaymentStatus): PaymentStage => STAGES[status];

/** The more advanced of two stages, because reports can arrive in any order. */
export const laterStage = (known: PaymentStage, reported: PaymentStage): PaymentStage =>
  RANKS[reported] > RANKS[known] ? reported : known;

type Facts = {
  readonly stage: PaymentStage;
  /** The payer must act: use another card or confirm the payment. */
  readonly isPayerAsked: boolean;
  readonly capturedCents: number;
  readonly refundedCents: number;
  readonly chargeback: "none" | "open" | "lost";
};

export function paymentStatus({ stage, isPayerAsked, capturedCents, refundedCents, chargeback }: Facts): PaymentStatus {
  if (stage === "open") return isPayerAsked ? "action_required" : "awaiting_payment";
  if (stage !== "captured") return stage;
  if (chargeback === "lost") return "charged_back";
  if (chargeback === "open") return "disputed";
  if (refundedCents === 0) return "captured";
  return refundedCents < capturedCents ? "partially_refunded" : "refunded";
}

const DECLINED = "The bank declined the card. Try another card.";

/** Sentences for the provider's decline codes. All others, such as stolen cards, are not explained further. */
const DECLINES: Readonly<Record<string, string>> = {
  authentication_required: "The bank asks the cardholder to confirm this payment.",
  expired_card: "The card has expired. Use another card.",
  incorrect_cvc: "The security code is wrong. Check it and try again.",
  incorrect_zip: "The ZIP code doesn't match the card. Check it and try again.",
  insufficient_funds: "The card has insufficient funds. Use another card.",
  processing_error: "The bank couldn't process the payment. Try again.",
};

/** Why a card was declined, in words; the provider's codes are never shown. */
export const declineText = (code: string | null): string | null =>
  code === null ? null : Object.hasOwn(DECLINES, code) ? (DECLINES[code] ?? DECLINED) : DECLINED;
