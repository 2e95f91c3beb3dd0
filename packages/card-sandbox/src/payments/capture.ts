import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { changeMetadata, type MetadataChange } from "../http/fields.ts";
import { dollars, invalid, unexpectedState } from "../http/refusals.ts";
import { cardFee, post, settlesAt } from "../money/balance-transactions.ts";
import { find, get, getBody, insert, type Kept, newId, replace, schedule, type TimerKind } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { requiredIdOf } from "./payment-methods.ts";

const LATER: Record<NonNullable<ReturnType<typeof testCard>["later"]>, TimerKind> = {
  dispute: "dispute",
  fraud_warning: "fraud_warning",
  inquiry: "inquiry",
  two_disputes: "two_disputes",
};

/**
 * Captures the amount and releases the rest of the hold, which Stripe reports as refunded without moving money. An
 * asynchronous capture reaches the balance later, so its response has no balance transaction yet.
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

/** Records a refund that moves no money, because the cardholder never paid it. The caller saves the charge. */
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

type CaptureInput = {
  amount_to_capture?: number | undefined;
  metadata?: MetadataChange | undefined;
  statement_descriptor?: string | undefined;
  statement_descriptor_suffix?: string | undefined;
};

/** An intent can be captured only once; the rest of its hold is released. */
export async function captureIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  given: CaptureInput,
): Promise<Stripe.PaymentIntent> {
  if (intent.status !== "requires_capture") {
    throw unexpectedState(
      intent.status === "succeeded"
        ? "This PaymentIntent could not be captured because it has already been captured."
        : `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent ` +
            "with one of the following statuses may be captured: requires_capture.",
      intent,
    );
  }
  const amount = given.amount_to_capture ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    throw invalid(
      `The provided capture amount is greater than the amount that can be captured (${dollars(intent.amount_capturable)}).`,
      { code: "amount_too_large", param: "amount_to_capture", payment_intent: intent },
    );
  }
  const charge = await getBody(context, "charge", requiredIdOf(intent.latest_charge));
  const captured = await captureCharge(context, charge, amount, { isAsynchronous: false });
  await emit(context, "charge.captured", captured);
  const { statement_descriptor: descriptor, statement_descriptor_suffix: suffix } = given;
  const succeeded: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_capturable: 0,
    amount_received: amount,
    metadata: changeMetadata(intent.metadata, given.metadata),
    ...(descriptor !== undefined && { statement_descriptor: descriptor }),
    ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
  };
  await replace(context, "payment_intent", succeeded);
  await emit(context, "payment_intent.succeeded", succeeded);
  return succeeded;
}
