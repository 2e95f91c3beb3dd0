import type Stripe from "stripe";
import type { PaymentsPort, ProviderPayout } from "../payments.port.ts";
import { ask } from "./ask.ts";
import {
  after,
  CURRENCY,
  instantOf,
  keyed,
  MOST_PER_PAGE,
  movementOf,
  onAccount,
  pageOf,
  presentMovement,
  within,
} from "./shared.ts";

type Balance = Pick<PaymentsPort, "createPayout" | "fetchPayout" | "fetchBalance" | "listBalanceTransactions">;

const PARTS = ["balance_transaction", "failure_balance_transaction"];

const STATUSES: Record<string, ProviderPayout["status"]> = {
  pending: "pending",
  in_transit: "in_transit",
  paid: "paid",
  failed: "failed",
  canceled: "canceled",
};

const presentPayout = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  amountCents: payout.amount,
  status: STATUSES[payout.status] ?? "pending",
  arrivesAt: instantOf(payout.arrival_date),
  failureReason: payout.failure_code,
  movement: movementOf(payout.balance_transaction),
  failureMovement: movementOf(payout.failure_balance_transaction),
});

const sumOf = (amounts: readonly { amount: number; currency: string }[]) =>
  amounts.filter(({ currency }) => currency === CURRENCY).reduce((sum, { amount }) => sum + amount, 0);

export const balance = (stripe: Stripe): Balance => ({
  createPayout: async ({ key, amountCents, description }) => {
    const given = { amount: amountCents, currency: CURRENCY, description, expand: PARTS };
    return presentPayout(await ask("write", stripe.payouts.create(given, keyed(key))));
  },
  fetchPayout: async (id, accountId) =>
    presentPayout(await ask("read", stripe.payouts.retrieve(id, { expand: PARTS }, onAccount(accountId)))),
  fetchBalance: async (accountId) => {
    const { available, pending } = await ask("read", stripe.balance.retrieve({}, onAccount(accountId)));
    return { availableCents: sumOf(available), pendingCents: sumOf(pending) };
  },
  listBalanceTransactions: async (range, cursor) => {
    const given = { ...within(range), ...after(cursor), limit: MOST_PER_PAGE };
    return pageOf(await ask("read", stripe.balanceTransactions.list(given)), presentMovement);
  },
});
