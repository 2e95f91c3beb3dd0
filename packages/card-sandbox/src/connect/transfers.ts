import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { balanceInsufficient, dollars, invalid, noSuch } from "../http/refusals.ts";
import { balanceOf, findBalanceTransaction, post } from "../money/balance-transactions.ts";
import { NO_BILLING_DETAILS, requiredIdOf } from "../payments/payment-methods.ts";
import { get, getBody, insert, newId, replace, schedule } from "../store.ts";
import { nextPayoutDay } from "./payouts.ts";

type TransferInput = {
  amount?: number | undefined;
  description: string | null;
  destination: string;
  metadata: Record<string, string>;
  sourceTransaction: string | null;
  transferGroup: string | null;
};

type Source = { amount: number; availableOn: number; transferGroup: string | null };

async function fromBalance(context: Context, given: TransferInput): Promise<Source> {
  if (given.amount === undefined) {
    throw invalid("Missing required param: amount.", { code: "parameter_missing", param: "amount" });
  }
  const { available } = await balanceOf(context, context.account);
  if (available < given.amount) {
    throw balanceInsufficient(
      "You have insufficient available funds in your Stripe account. Try adding funds directly to your available " +
        "balance by creating Charges using the pm_card_bypassPending test card.",
    );
  }
  return { amount: given.amount, availableOn: context.now, transferGroup: given.transferGroup };
}

/** Unsettled money can be transferred and settles together with its charge; never more than the charge captured. */
async function fromCharge(context: Context, given: TransferInput, chargeId: string): Promise<Source> {
  const charge = await getBody(context, "charge", chargeId, "source_transaction");
  const posted = charge.captured && (await findBalanceTransaction(context, requiredIdOf(charge.balance_transaction)));
  if (!posted) {
    throw invalid(`The source_transaction ${chargeId} has not been captured.`, { param: "source_transaction" });
  }
  const { rows } = await context.db.query<{ passed: string | null }>(
    `select sum((body->>'amount')::bigint) as passed from card_sandbox.documents
     where kind = 'transfer' and body->>'source_transaction' = $1`,
    [chargeId],
  );
  const passed = Number(rows[0]?.passed ?? 0);
  const amount = given.amount ?? charge.amount_captured - passed;
  if (amount <= 0 || passed + amount > charge.amount_captured) {
    throw invalid(
      `Transfers using this transaction as a source must not exceed the source amount of ${dollars(charge.amount_captured)}. ` +
        `(There is already a transfer using this source, amounting to a total of ${dollars(passed)}.)`,
      { param: "amount" },
    );
  }
  const availableOn = Math.max(context.now, posted.available_on);
  return { amount, availableOn, transferGroup: given.transferGroup ?? charge.transfer_group };
}

export async function createTransfer(context: Context, given: TransferInput): Promise<Stripe.Transfer> {
  const { body: destination, facts } = await get(context, "account", given.destination, "destination");
  if (!facts.isConnected) throw noSuch("destination", given.destination, "destination");
  if (destination.capabilities?.transfers !== "active") {
    throw invalid(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer" },
    );
  }
  const { amount, availableOn, transferGroup } = given.sourceTransaction
    ? await fromCharge(context, given, given.sourceTransaction)
    : await fromBalance(context, given);
  const id = newId("tr");
  const debit = await post(context, { type: "transfer", amount: -amount, source: id, availableOn });

  const connected = { ...context, account: destination.id };
  const payment = presentDestinationPayment({ now: context.now, amount, transferId: id, transferGroup });
  const credit = await post(connected, {
    type: "payment",
    amount,
    source: payment.id,
    availableOn,
    category: "charge",
  });
  await insert(connected, "charge", { ...payment, balance_transaction: credit }, { card: null });

  const transfer: Stripe.Transfer = {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: debit,
    created: context.now,
    currency: "usd",
    description: given.description,
    destination: destination.id,
    destination_payment: payment.id,
    livemode: false,
    metadata: given.metadata,
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: given.sourceTransaction,
    source_type: "card",
    transfer_group: transferGroup,
  };
  await insert(context, "transfer", transfer, { availableOn });
  await emit(context, "transfer.created", transfer);
  await schedule(context, { due: nextPayoutDay(availableOn), kind: "automatic_payout", subject: destination.id });
  return transfer;
}

type Reversal = { amount?: number | undefined; metadata: Record<string, string> };

/** Limited to what the connected account still has. */
export async function reverseTransfer(context: Context, id: string, given: Reversal): Promise<Stripe.TransferReversal> {
  const { body: transfer, facts } = await get(context, "transfer", id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = given.amount ?? left;
  if (left === 0) throw invalid(`Transfer ${id} is already fully reversed.`);
  if (amount > left) {
    throw invalid(
      `Transfer reversal amount (${dollars(amount)}) is greater than the unreversed amount on the transfer (${dollars(left)})`,
      { param: "amount" },
    );
  }
  const connected = { ...context, account: requiredIdOf(transfer.destination) };
  const availableOn = Math.max(context.now, facts.availableOn);
  const balance = await balanceOf(context, connected.account);
  if ((availableOn > context.now ? balance.available + balance.pending : balance.available) < amount) {
    throw balanceInsufficient(
      `Insufficient funds in the connected account ${connected.account} to reverse ${dollars(amount)}.`,
    );
  }
  const reversalId = newId("trr");
  const credit = await post(context, {
    type: "transfer_refund",
    amount,
    source: reversalId,
    availableOn,
    category: "transfer_reversal",
  });
  await post(connected, {
    type: "payment_refund",
    amount: -amount,
    source: reversalId,
    availableOn,
    category: "refund",
  });
  const payment = await getBody(connected, "charge", requiredIdOf(transfer.destination_payment));
  const returned = payment.amount_refunded + amount;
  const payments = { ...payment, amount_refunded: returned, refunded: returned === payment.amount };
  await replace(context, "charge", payments);

  const reversal: Stripe.TransferReversal = {
    id: reversalId,
    object: "transfer_reversal",
    amount,
    balance_transaction: credit,
    created: context.now,
    currency: "usd",
    destination_payment_refund: null,
    metadata: given.metadata,
    source_refund: null,
    transfer: id,
  };
  await insert(context, "transfer_reversal", reversal, {});
  await markReversed(context, transfer, reversal);
  return reversal;
}

async function markReversed(context: Context, before: Stripe.Transfer, reversal: Stripe.TransferReversal) {
  const reversed = before.amount_reversed + reversal.amount;
  const transfer: Stripe.Transfer = {
    ...before,
    amount_reversed: reversed,
    reversed: reversed === before.amount,
    reversals: { ...before.reversals, data: [reversal, ...before.reversals.data] },
  };
  await replace(context, "transfer", transfer);
  await emit(context, "transfer.reversed", transfer);
}

type DestinationPayment = { now: number; amount: number; transferId: string; transferGroup: string | null };

/** A transfer appears on the connected account as a payment from the platform. */
function presentDestinationPayment({ now, amount, transferId, transferGroup }: DestinationPayment): Stripe.Charge {
  return {
    id: newId("py"),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: NO_BILLING_DETAILS,
    calculated_statement_descriptor: null,
    captured: true,
    created: now,
    currency: "usd",
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { stripe_account: {}, type: "stripe_account" },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transferId,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: transferGroup,
  };
}
