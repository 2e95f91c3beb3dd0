import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { dollars, invalid } from "../http/refusals.ts";
import { findBalanceTransaction, post } from "../money/balance-transactions.ts";
import { find, getBody, insert, type Kept, newId, replace } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { schedule } from "../timers.ts";
import { requiredIdOf } from "./parts.ts";

type RefundInput = {
  amount?: number | undefined;
  reason?: Stripe.Refund.Reason | undefined;
  metadata: Record<string, string>;
};

/** Delay until a pending refund succeeds or a failing one fails, on the product's clock. */
const SLOW_REFUND_SECONDS = 3_600;

function assertRefundable(charge: Stripe.Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount > left) {
    throw invalid(`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`, {
      param: "amount",
    });
  }
}

export async function refundCharge(
  context: Context,
  { body: charge, facts }: Kept<"charge">,
  given: RefundInput,
): Promise<Stripe.Refund> {
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  assertRefundable(charge, amount);
  const behavior = facts.card ? testCard(facts.card).refunds : undefined;
  const id = newId("re");
  const balanceTransaction = await post(context, {
    type: "refund",
    amount: -amount,
    source: id,
    availableOn: Math.max(context.now, await availableOn(context, charge)),
  });
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: balanceTransaction,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior === "pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  };
  await insert(context, "refund", refund, {});
  if (behavior) {
    const kind = behavior === "pending" ? "refund_success" : "refund_failure";
    await schedule(context, { due: context.now + SLOW_REFUND_SECONDS, kind, subject: id });
  }
  const refunded = await changeRefunded(context, charge, amount);
  await emit(context, "refund.created", refund);
  await emit(context, "charge.refunded", refunded, { amount_refunded: charge.amount_refunded });
  return refund;
}

/** A refund of unsettled money settles together with its charge. */
async function availableOn(context: Context, charge: Stripe.Charge): Promise<number> {
  const transaction = await findBalanceTransaction(context, requiredIdOf(charge.balance_transaction));
  return transaction?.available_on ?? context.now;
}

async function changeRefunded(context: Context, charge: Stripe.Charge, by: number): Promise<Stripe.Charge> {
  const total = charge.amount_refunded + by;
  const changed = { ...charge, amount_refunded: total, refunded: total === charge.amount };
  await replace(context, "charge", changed);
  return changed;
}

export async function completeRefund(context: Context, id: string): Promise<void> {
  const found = await find(context, "refund", id);
  if (found?.body.status !== "pending") return;
  const refund = { ...found.body, status: "succeeded" };
  await replace(context, "refund", refund);
  await emit(context, "refund.updated", refund, { status: "pending" });
  await emit(context, "charge.refund.updated", refund, { status: "pending" });
}

/** The bank returns the money to the platform, which still owes the refund. */
export async function failRefund(context: Context, id: string): Promise<void> {
  const found = await find(context, "refund", id);
  if (!found || !["pending", "succeeded"].includes(found.body.status ?? "") || !found.body.balance_transaction) return;
  const { body: before } = found;
  const failure = await post(context, { type: "refund_failure", amount: before.amount, source: id });
  const refund: Stripe.Refund = {
    ...before,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: failure,
  };
  await replace(context, "refund", refund);
  const charge = await getBody(context, "charge", requiredIdOf(before.charge));
  await changeRefunded(context, charge, -before.amount);
  await emit(context, "refund.updated", refund, { status: before.status });
  await emit(context, "refund.failed", refund);
  await emit(context, "charge.refund.updated", refund, { status: before.status });
}
