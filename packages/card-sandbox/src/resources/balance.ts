import type Stripe from "stripe";
import { call, named } from "../http/call.ts";
import { currency, text } from "../http/fields.ts";
import { PAGING_BY_DATE, page } from "../http/lists.ts";
import { noSuch } from "../http/refusals.ts";
import {
  type BalanceRow,
  balanceOf,
  findBalanceTransaction,
  presentBalanceTransaction,
} from "../money/balance-transactions.ts";

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
