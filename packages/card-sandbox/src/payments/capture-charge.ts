import type Stripe from "stripe";
import { testCard } from "../cards/test-cards.ts";
import { schedule, type TimerKind } from "../clock/timers.ts";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/context.ts";
import { cardFee, post, settlesAt } from "../money/balance-transactions.ts";
import type { Kept } from "../store/documents.ts";
import { newId } from "../store/ids.ts";
import { find, get, insert, replace } from "../store/store.ts";

const LATER: Record<NonNullable<ReturnType<typeof testCard>["later"]>, TimerKind> = {
  dispute_fraudulent: "dispute",
  dispute_product_not_received: "dispute",
  fraud_warning: "fraud_warning",
  inquiry: "inquiry",
};

/**
 * The money arrives. What was held beyond it is let go, which Stripe shows as refunded without moving any money. An
 * asynchronous capture is on the balance only a moment later: whoever reads the answer finds no transaction yet.
 */
export async function captureCharge(
  context: Context,
  charge: Stripe.Charge,
  amount: number,
  { isAsynchronous }: { isAsynchronous: boolean },
): Promise<Stripe.Charge> {
  const { facts } = await get(context, "charge", charge.id);
  const card = facts.card && testCard(facts.card);
  const captured: Stripe.Charge = { ...charge, amount_captured: amount, captured: true };
  const remainder = charge.amount - amount;
  const released = remainder > 0 ? await releaseHold(context, captured, remainder) : captured;
  const settled = isAsynchronous ? released : await settleCharge(context, { body: released, facts });
  await replace(context, "charge", settled);
  if (isAsynchronous) await schedule(context, { due: context.now, kind: "settlement", subject: charge.id });
  if (card?.later) {
    const due = context.now + context.settings.laterSeconds;
    await schedule(context, { due, kind: LATER[card.later], subject: charge.id });
  }
  return settled;
}

async function settleCharge(context: Context, { body: charge, facts }: Kept<"charge">): Promise<Stripe.Charge> {
  const isAvailableAtOnce = facts.card !== null && testCard(facts.card).isAvailableAtOnce;
  const balanceTransaction = await post(context, {
    type: "charge",
    amount: charge.amount_captured,
    fee: cardFee(charge.amount_captured),
    source: charge.id,
    availableOn: isAvailableAtOnce ? context.now : settlesAt(context.now),
    ...(charge.description !== null && { description: charge.description }),
  });
  return { ...charge, balance_transaction: balanceTransaction };
}

export async function settleLater(context: Context, chargeId: string): Promise<void> {
  const found = await find(context, "charge", chargeId);
  if (!found) return;
  const settled = await settleCharge(context, found);
  await replace(context, "charge", settled);
  await emit(context, "charge.updated", settled, { balance_transaction: null });
}

/** A refund on paper: the cardholder never paid it. The caller keeps the charge. */
export async function releaseHold(context: Context, charge: Stripe.Charge, amount: number): Promise<Stripe.Charge> {
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  await insert(context, "refund", refund, {});
  const refunded = charge.amount_refunded + amount;
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
}
