import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { dollars, invalid } from "../http/refusals.ts";
import { findBalanceTransaction, post, refundableFunds } from "../money/balance-transactions.ts";
import { find, get, getBody, insert, type Kept, newId, replace, schedule } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { requiredIdOf } from "./payment-methods.ts";

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
  const id = newId("re");
  const settledAt = Math.max(context.now, await availableOn(context, charge));
  const transaction = await post(context, { type: "refund", amount: -amount, source: id, availableOn: settledAt });
  const isShort = (await refundableFunds(context, settledAt)) < 0;
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: transaction,
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
    ...(isShort ? WAITING : await sendRefund(context, id, facts)),
    transfer_reversal: null,
  };
  await insert(context, "refund", refund, {});
  if (isShort) await awaitFunds(context);
  const refunded = await changeRefunded(context, charge, amount);
  await emit(context, "refund.created", refund);
  await emit(context, "charge.refunded", refunded, { amount_refunded: charge.amount_refunded });
  return refund;
}

const WAITING = { status: "pending", pending_reason: "insufficient_funds" } as const;

type Progress = Pick<Stripe.Refund, "status" | "pending_reason">;

/** Sends the money to the cardholder's bank; some test cards take their time or fail later. */
async function sendRefund(context: Context, id: string, { card }: Kept<"charge">["facts"]): Promise<Progress> {
  const behavior = card ? testCard(card).refunds : undefined;
  if (!behavior) return { status: "succeeded" };
  const kind = behavior === "pending" ? "refund_success" : "refund_failure";
  await schedule(context, { due: context.now + SLOW_REFUND_SECONDS, kind, subject: id });
  return behavior === "pending" ? { status: "pending", pending_reason: "processing" } : { status: "succeeded" };
}

/** Looks again whenever money that is still pending becomes available. */
async function awaitFunds({ db, account, now }: Context): Promise<void> {
  await db.query(
    `insert into card_sandbox.timers (due, kind, account, subject)
     select distinct available_on, 'refund_funding', account, '' from card_sandbox.balance_transactions
     where account = $1 and available_on > $2 and amount > 0`,
    [account, now],
  );
}

/** Sends waiting refunds, oldest first, as far as the balance covers them. They are part of the balance already. */
export async function fundRefunds(context: Context): Promise<void> {
  const waiting = await listWaiting(context);
  const owed = waiting.reduce((total, { amount }) => total + amount, 0);
  let funds = (await refundableFunds(context, context.now)) + owed;
  for (const refund of waiting) {
    if (funds < refund.amount) return;
    funds -= refund.amount;
    const { facts } = await get(context, "charge", requiredIdOf(refund.charge));
    const { pending_reason: before, ...rest } = refund;
    const sent: Stripe.Refund = { ...rest, ...(await sendRefund(context, refund.id, facts)) };
    await replace(context, "refund", sent);
    await announce(context, sent, { status: "pending", ...(before && { pending_reason: before }) });
  }
}

async function listWaiting({ db, account }: Context, charge: string | null = null): Promise<Stripe.Refund[]> {
  const { rows } = await db.query<{ body: Stripe.Refund }>(
    `select body from card_sandbox.documents
     where kind = 'refund' and account = $1 and body->>'pending_reason' = 'insufficient_funds'
       and ($2::text is null or body->>'charge' = $2) order by seq`,
    [account, charge],
  );
  return rows.map(({ body }) => body);
}

/** A bank that disputes the charge first gets the money itself. */
export async function failWaitingRefunds(context: Context, charge: string): Promise<void> {
  for (const { id } of await listWaiting(context, charge)) {
    await failRefund(context, id, "charge_for_pending_refund_disputed");
  }
}

async function announce(context: Context, refund: Stripe.Refund, before: Partial<Stripe.Refund>): Promise<void> {
  await emit(context, "refund.updated", refund, before);
  await emit(context, "charge.refund.updated", refund, before);
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
  const { pending_reason: _processing, ...rest } = found.body;
  const refund: Stripe.Refund = { ...rest, status: "succeeded" };
  await replace(context, "refund", refund);
  await announce(context, refund, { status: "pending" });
}

/** The bank returns the money to the platform, which still owes the refund. */
export async function failRefund(context: Context, id: string, reason = "expired_or_canceled_card"): Promise<void> {
  const found = await find(context, "refund", id);
  if (!found || !["pending", "succeeded"].includes(found.body.status ?? "") || !found.body.balance_transaction) return;
  const { pending_reason: _pending, ...before } = found.body;
  // It counts as failed before its money returns, which would otherwise wake it again.
  await replace(context, "refund", { ...before, status: "failed" });
  const failure = await post(context, { type: "refund_failure", amount: before.amount, source: id });
  const refund: Stripe.Refund = {
    ...before,
    status: "failed",
    failure_reason: reason,
    failure_balance_transaction: failure,
  };
  await replace(context, "refund", refund);
  const charge = await getBody(context, "charge", requiredIdOf(before.charge));
  await changeRefunded(context, charge, -before.amount);
  await emit(context, "refund.updated", refund, { status: before.status });
  await emit(context, "refund.failed", refund);
  await emit(context, "charge.refund.updated", refund, { status: before.status });
}
