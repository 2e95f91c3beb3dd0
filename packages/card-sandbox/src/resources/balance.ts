import type Stripe from "stripe";
import { cancelPayout, createPayout } from "../connect/payouts.ts";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { amount, changeMetadata, currency, metadata, oneOf, required, text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE, page } from "../http/lists.ts";
import { noSuch } from "../http/refusals.ts";
import {
  type BalanceRow,
  balanceOf,
  findBalanceTransaction,
  presentBalanceTransaction,
} from "../money/balance-transactions.ts";
import { getBody, replace } from "../store.ts";

const retrieve = call({
  method: "GET",
  path: "/v1/balance",
  params: {},
  async run(context) {
    const { available, pending } = await balanceOf(context, context.account);
    const shown = (amount: number) => [{ amount, currency: "usd", source_types: { card: amount } }];
    const balance: Stripe.Balance = {
      object: "balance",
      available: shown(available),
      livemode: false,
      pending: shown(pending),
    };
    return balance;
  },
});

const retrieveTransaction = call({
  method: "GET",
  path: "/v1/balance_transactions/:id",
  params: {},
  async run(context, _given, { id }) {
    const transaction = await findBalanceTransaction(context, id);
    if (!transaction) throw noSuch("balance_transaction", id);
    return transaction;
  },
});

const listTransactions = call({
  method: "GET",
  path: "/v1/balance_transactions",
  params: named<Stripe.BalanceTransactionListParams>()({
    ...PAGING_BY_DATE,
    currency: currency(),
    source: text(),
    type: text(),
  }),
  async run(context, { source, type, currency: _usd, ...paging }) {
    const { rows, has_more } = await page<BalanceRow>(
      context,
      {
        from: "card_sandbox.balance_transactions",
        conditions: [
          ["account = $", context.account],
          ["source = $", source],
          ["type = $", type],
        ],
      },
      paging,
    );
    const data = rows.map((row) => presentBalanceTransaction(row, context.now));
    return { object: "list", url: "/v1/balance_transactions", has_more, data };
  },
});

export const balanceCalls = [retrieve, retrieveTransaction, listTransactions];

const create = call({
  method: "POST",
  path: "/v1/payouts",
  params: named<Stripe.PayoutCreateParams>()({
    amount: required(amount()),
    currency: required(currency()),
    description: text({ longest: 1_000 }),
    metadata: metadata(),
    method: oneOf("standard"),
    statement_descriptor: text({ longest: 22 }),
  }),
  run: (context, given) =>
    createPayout(context, {
      amount: given.amount,
      description: given.description ?? null,
      metadata: changeMetadata({}, given.metadata),
      statementDescriptor: given.statement_descriptor ?? null,
      isAutomatic: false,
    }),
});

const retrievePayout = call({
  method: "GET",
  path: "/v1/payouts/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "payout", id),
});

const update = call({
  method: "POST",
  path: "/v1/payouts/:id",
  params: named<Stripe.PayoutUpdateParams>()({ metadata: metadata() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "payout", id);
    const payout = { ...before, metadata: changeMetadata(before.metadata, given.metadata) };
    await replace(context, "payout", payout);
    await emit(context, "payout.updated", payout);
    return payout;
  },
});

const cancel = call({
  method: "POST",
  path: "/v1/payouts/:id/cancel",
  params: {},
  run: async (context, _given, { id }) => cancelPayout(context, await getBody(context, "payout", id)),
});

const list = call({
  method: "GET",
  path: "/v1/payouts",
  params: named<Stripe.PayoutListParams>()({
    ...PAGING_BY_DATE,
    status: oneOf("canceled", "failed", "in_transit", "paid", "pending"),
  }),
  run: (context, { status, ...paging }) => listDocuments(context, "payout", "/v1/payouts", paging, { status }),
});

export const payoutCalls = [create, retrievePayout, update, cancel, list];
