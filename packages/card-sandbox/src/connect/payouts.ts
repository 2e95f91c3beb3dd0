import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { type Context, PLATFORM } from "../http/call.ts";
import { balanceInsufficient, invalid } from "../http/refusals.ts";
import { balanceOf, post } from "../money/balance-transactions.ts";
import { find, insert, newId, replace, schedule } from "../store.ts";
import { bankAccountId, withBankAccount } from "./account-states.ts";

const DAY = 86_400;
const ARRIVAL_DAYS = 2;

/** Automatic payouts leave at midnight UTC. */
export const nextPayoutDay = (after: number): number => (Math.floor(after / DAY) + 1) * DAY;

type PayoutInput = {
  amount: number;
  description: string | null;
  metadata: Record<string, string>;
  statementDescriptor: string | null;
  isAutomatic: boolean;
};

/** Pays out from the settled balance to the bank. */
export async function createPayout(context: Context, given: PayoutInput): Promise<Stripe.Payout> {
  const connected =
    context.account === PLATFORM ? null : await find({ ...context, account: PLATFORM }, "account", context.account);
  if (connected?.body.payouts_enabled === false) {
    throw invalid("Payouts are not enabled on this account.", { code: "payouts_not_allowed" });
  }
  const { available } = await balanceOf(context, context.account);
  if (available < given.amount) {
    throw balanceInsufficient("You have insufficient funds in your Stripe account for this transfer.");
  }
  const id = newId("po");
  const payout: Stripe.Payout = {
    id,
    object: "payout",
    amount: given.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nextPayoutDay(context.now + ARRIVAL_DAYS * DAY),
    automatic: given.isAutomatic,
    balance_transaction: await post(context, { type: "payout", amount: -given.amount, source: id }),
    created: context.now,
    currency: "usd",
    description: given.description,
    destination: bankAccountId(context.account || "platform"),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: given.metadata,
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: given.isAutomatic ? "completed" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: given.statementDescriptor,
    status: "pending",
    trace_id: null,
    type: "bank_account",
  };
  await insert(context, "payout", payout, {});
  await emit(context, "payout.created", payout);
  await schedule(context, { due: payout.arrival_date, kind: "payout_arrival", subject: id });
  return payout;
}

/** The daily payout of a connected account, unless the platform turned it off. */
export async function payOutAutomatically(context: Context, accountId: string): Promise<void> {
  const found = await find({ ...context, account: PLATFORM }, "account", accountId);
  if (!found?.body.payouts_enabled || found.body.settings?.payouts?.schedule.interval !== "daily") return;
  if (bankAccountOf(found.body)?.status === "errored") return;
  const connected = { ...context, account: accountId };
  const { available } = await balanceOf(context, accountId);
  if (available <= 0) return;
  const given = { amount: available, description: "STRIPE PAYOUT", metadata: {}, statementDescriptor: null };
  await createPayout(connected, { ...given, isAutomatic: true });
}

export async function arrivePayout(context: Context, id: string): Promise<void> {
  const found = await find(context, "payout", id);
  if (found?.body.status !== "pending") return;
  const paid = { ...found.body, status: "paid" };
  await replace(context, "payout", paid);
  await emit(context, "payout.paid", paid);
}

/** The bank rejects the payout, even days after it looked paid; the money returns to the balance. */
export async function failPayout(context: Context, payout: Stripe.Payout): Promise<Stripe.Payout> {
  if (!["pending", "paid"].includes(payout.status)) throw invalid("Only a pending or paid payout can fail.");
  const failed: Stripe.Payout = {
    ...payout,
    status: "failed",
    failure_balance_transaction: await post(context, {
      type: "payout_failure",
      amount: payout.amount,
      source: payout.id,
    }),
    failure_code: "account_closed",
    failure_message: "The bank account has been closed",
  };
  await replace(context, "payout", failed);
  await emit(context, "payout.failed", failed);
  await markBankAccount(context);
  return failed;
}

const bankAccountOf = (account: Stripe.Account) => account.external_accounts?.data[0];

/** Automatic payouts stop until the owner names a bank account again. */
async function markBankAccount(context: Context): Promise<void> {
  const found = await find({ ...context, account: PLATFORM }, "account", context.account);
  if (!found) return;
  const account = withBankAccount(found.body, "errored");
  await replace(context, "account", account);
  const bankAccount = bankAccountOf(account);
  if (bankAccount) await emit(context, "account.external_account.updated", bankAccount);
}

export async function cancelPayout(context: Context, payout: Stripe.Payout): Promise<Stripe.Payout> {
  if (payout.status !== "pending" || payout.automatic) {
    throw invalid("Payouts can be canceled only while they are pending.", { code: "payout_unexpected_state" });
  }
  const failure = await post(context, { type: "payout_cancel", amount: payout.amount, source: payout.id });
  const canceled: Stripe.Payout = { ...payout, status: "canceled", failure_balance_transaction: failure };
  await replace(context, "payout", canceled);
  await emit(context, "payout.canceled", canceled);
  return canceled;
}
