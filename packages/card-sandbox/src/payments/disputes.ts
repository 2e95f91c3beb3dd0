import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { invalid } from "../http/refusals.ts";
import { findBalanceTransaction, post } from "../money/balance-transactions.ts";
import { find, getBody, insert, type Kept, newId, replace } from "../store.ts";
import { type TestCard, testCard } from "../test-cards.ts";
import { idOf, requiredIdOf } from "./payment-methods.ts";
import { failWaitingRefunds } from "./refund-charge.ts";

/** Charged for every dispute, whether won or lost. */
const DISPUTE_FEE = 1_500;

const OPEN = ["needs_response", "under_review", "warning_needs_response", "warning_under_review"];

/**
 * Opens a chargeback, which withdraws the money, or an inquiry, which does not. A fully refunded charge cannot be
 * disputed.
 */
export async function openDispute(
  context: Context,
  chargeId: string,
  { isInquiry = false } = {},
): Promise<Stripe.Dispute | null> {
  if (!isInquiry) await failWaitingRefunds(context, chargeId);
  const found = await findDisputable(context, chargeId);
  return found && dispute(context, found, { amount: disputableAmount(found), isInquiry });
}

/** The cardholder's bank disputes the two halves of a charge one by one. */
export async function openTwoDisputes(context: Context, chargeId: string): Promise<void> {
  await failWaitingRefunds(context, chargeId);
  const found = await findDisputable(context, chargeId);
  if (!found) return;
  const half = Math.floor(disputableAmount(found) / 2);
  for (const amount of [half, disputableAmount(found) - half]) {
    if (amount > 0) await dispute(context, found, { amount, isInquiry: false });
  }
}

async function findDisputable(context: Context, chargeId: string): Promise<Kept<"charge"> | null> {
  const found = await find(context, "charge", chargeId);
  return found?.body.captured && !found.body.disputed && disputableAmount(found) > 0 ? found : null;
}

const disputableAmount = ({ body }: Kept<"charge">): number => body.amount - body.amount_refunded;

type NewDispute = { amount: number; isInquiry: boolean };

async function dispute(context: Context, stored: Kept<"charge">, given: NewDispute): Promise<Stripe.Dispute> {
  const opened = presentNewDispute(context.now, stored, given);
  await insert(context, "dispute", opened, { isInquiry: given.isInquiry });
  if (given.isInquiry) {
    await emit(context, "charge.dispute.created", opened);
    return opened;
  }
  const withdrawn = await moveFunds(context, opened, -opened.amount);
  await replace(context, "charge", { ...stored.body, disputed: true });
  await emit(context, "charge.dispute.created", withdrawn);
  await emit(context, "charge.dispute.funds_withdrawn", withdrawn);
  return withdrawn;
}

async function moveFunds(context: Context, dispute: Stripe.Dispute, amount: number): Promise<Stripe.Dispute> {
  const isWithdrawal = amount < 0;
  const id = await post(context, {
    type: "adjustment",
    category: isWithdrawal ? "dispute" : "dispute_reversal",
    amount,
    fee: isWithdrawal ? DISPUTE_FEE : 0,
    source: dispute.id,
    description: `Chargeback ${isWithdrawal ? "withdrawal" : "reversal"} for ${requiredIdOf(dispute.charge)}`,
  });
  const transaction = await findBalanceTransaction(context, id);
  if (!transaction) throw new Error("A balance transaction is gone right after it was posted");
  const moved = { ...dispute, balance_transactions: [...dispute.balance_transactions, transaction] };
  await replace(context, "dispute", moved);
  return moved;
}

/** Closes a dispute with the bank's decision. A won dispute returns the money, not the fee. */
export async function closeDispute(
  context: Context,
  { body, facts }: Kept<"dispute">,
  verdict: "won" | "lost",
): Promise<Stripe.Dispute> {
  if (!OPEN.includes(body.status)) throw invalid("This dispute is already closed.");
  const status = facts.isInquiry ? "warning_closed" : verdict;
  const closed: Stripe.Dispute = { ...body, status, is_charge_refundable: facts.isInquiry };
  await replace(context, "dispute", closed);
  const final = status === "won" ? await moveFunds(context, closed, closed.amount) : closed;
  if (status === "won") await emit(context, "charge.dispute.funds_reinstated", final);
  await emit(context, "charge.dispute.closed", final, { status: body.status });
  return final;
}

/** The submitted evidence contains Stripe's own test values, which determine the bank's decision. */
export async function decideDispute(context: Context, id: string): Promise<void> {
  const found = await find(context, "dispute", id);
  if (!found || !OPEN.includes(found.body.status)) return;
  const isWon = found.body.evidence.uncategorized_text === "winning_evidence";
  await closeDispute(context, found, isWon ? "won" : "lost");
}

/** The issuer suspects that a charge was fraud; no money moves yet. */
export async function warnOfFraud(context: Context, chargeId: string): Promise<Stripe.Radar.EarlyFraudWarning> {
  const charge = await getBody(context, "charge", chargeId);
  const intent = idOf(charge.payment_intent);
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: context.now,
    fraud_type: "made_with_stolen_card",
    livemode: false,
    ...(intent !== null && { payment_intent: intent }),
  };
  await insert(context, "radar.early_fraud_warning", warning, {});
  await emit(context, "radar.early_fraud_warning.created", warning);
  return warning;
}

const RESPONSE_DAYS = 9;
const DAY = 86_400;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const REASON_CODES = { fraudulent: "10.4", product_not_received: "13.1", noncompliant: null };

function presentNewDispute(
  now: number,
  { body: charge, facts }: Kept<"charge">,
  { amount, isInquiry }: NewDispute,
): Stripe.Dispute {
  const card: Partial<TestCard> = facts.card ? testCard(facts.card) : {};
  const { disputeReason: reason = "fraudulent", disputeEligibility: eligibility } = card;
  return {
    id: newId("dp"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: eligibility ? [eligibility] : [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + RESPONSE_DAYS * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: REASON_CODES[reason],
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}
