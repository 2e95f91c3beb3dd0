import type Stripe from "stripe";
import type {
  PaymentsPort,
  PayoutAccount,
  ProviderPayout,
  ProviderReversal,
  ProviderTransfer,
} from "../payments.port.ts";
import { transferGroup } from "./card-payments.ts";
import {
  after,
  CURRENCY,
  callStripe,
  idOf,
  instantOf,
  keyed,
  MAX_PER_PAGE,
  movementOf,
  onAccount,
  pageOf,
  presentMovement,
  TAGS,
  within,
} from "./stripe-client.ts";

type Transfers = Pick<
  PaymentsPort,
  "createTransfer" | "fetchTransfer" | "listTransfers" | "createReversal" | "listReversals"
>;

const TRANSFER_PARTS = ["balance_transaction"];
const PARTS_OF_EACH = ["data.balance_transaction"];

const presentTransfer = (transfer: Stripe.Transfer): ProviderTransfer => ({
  id: transfer.id,
  transferId: transfer.metadata[TAGS.transfer] ?? null,
  accountId: idOf(transfer.destination),
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
  movement: movementOf(transfer.balance_transaction),
});

function presentReversal(reversal: Stripe.TransferReversal): ProviderReversal {
  const providerTransferId = idOf(reversal.transfer);
  if (providerTransferId === null) throw new Error(`A reversal of nothing: ${reversal.id}`);
  return {
    id: reversal.id,
    transferId: reversal.metadata?.[TAGS.transfer] ?? null,
    providerTransferId,
    amountCents: reversal.amount,
    movement: movementOf(reversal.balance_transaction),
  };
}

export const transfers = (stripe: Stripe): Transfers => ({
  createTransfer: async ({ key, transferId, bookingId, accountId, amountCents, chargeId }) => {
    const params: Stripe.TransferCreateParams = {
      amount: amountCents,
      currency: CURRENCY,
      destination: accountId,
      transfer_group: transferGroup(bookingId),
      ...(chargeId !== null && { source_transaction: chargeId }),
      metadata: { [TAGS.transfer]: transferId },
      expand: TRANSFER_PARTS,
    };
    return presentTransfer(await callStripe("write", stripe.transfers.create(params, keyed(key))));
  },
  fetchTransfer: async (id) =>
    presentTransfer(await callStripe("read", stripe.transfers.retrieve(id, { expand: TRANSFER_PARTS }))),
  listTransfers: async (bookingId) => {
    const params = { transfer_group: transferGroup(bookingId), limit: MAX_PER_PAGE, expand: PARTS_OF_EACH };
    const { data } = await callStripe("read", stripe.transfers.list(params));
    return data.map(presentTransfer);
  },
  createReversal: async ({ key, transferId, providerTransferId, amountCents }) => {
    const params = { amount: amountCents, metadata: { [TAGS.transfer]: transferId }, expand: TRANSFER_PARTS };
    const reversal = await callStripe("write", stripe.transfers.createReversal(providerTransferId, params, keyed(key)));
    return presentReversal(reversal);
  },
  listReversals: async (providerTransferId) => {
    const params = { limit: MAX_PER_PAGE, expand: PARTS_OF_EACH };
    const { data } = await callStripe("read", stripe.transfers.listReversals(providerTransferId, params));
    return data.map(presentReversal);
  },
});

type Balance = Pick<
  PaymentsPort,
  "createPayout" | "fetchPayout" | "findFailedPayout" | "fetchBalance" | "listBalanceTransactions"
>;

const PAYOUT_PARTS = ["balance_transaction", "failure_balance_transaction"];

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

/** Payouts on their way come first in the list; one leaves a day at most, and a bank answers within a week. */
const RECENT_PAYOUTS = 10;

const sumOf = (amounts: readonly { amount: number; currency: string }[]) =>
  amounts.filter(({ currency }) => currency === CURRENCY).reduce((sum, { amount }) => sum + amount, 0);

export const balance = (stripe: Stripe): Balance => ({
  createPayout: async ({ key, amountCents, description }) => {
    const params = { amount: amountCents, currency: CURRENCY, description, expand: PAYOUT_PARTS };
    return presentPayout(await callStripe("write", stripe.payouts.create(params, keyed(key))));
  },
  fetchPayout: async (id, accountId) =>
    presentPayout(
      await callStripe("read", stripe.payouts.retrieve(id, { expand: PAYOUT_PARTS }, onAccount(accountId))),
    ),
  findFailedPayout: async (accountId) => {
    const params = { limit: RECENT_PAYOUTS, expand: PAYOUT_PARTS.map((part) => `data.${part}`) };
    const { data } = await callStripe("read", stripe.payouts.list(params, onAccount(accountId)));
    const last = data.map(presentPayout).find(({ status }) => status === "paid" || status === "failed");
    if (last?.status !== "failed") return null;
    return { id: last.id, amountCents: last.amountCents, failedAt: last.failureMovement?.createdAt ?? last.arrivesAt };
  },
  fetchBalance: async (accountId) => {
    const { available, pending } = await callStripe("read", stripe.balance.retrieve({}, onAccount(accountId)));
    return { availableCents: sumOf(available), pendingCents: sumOf(pending) };
  },
  listBalanceTransactions: async (range, cursor) => {
    const params = { ...within(range), ...after(cursor), limit: MAX_PER_PAGE };
    return pageOf(await callStripe("read", stripe.balanceTransactions.list(params)), presentMovement);
  },
});

type PayoutAccounts = Pick<
  PaymentsPort,
  "createAccount" | "fetchAccount" | "fetchOwnAccountId" | "createAccountLink" | "createLoginLink"
>;

function stateOf(account: Stripe.Account): PayoutAccount["state"] {
  const reason = account.requirements?.disabled_reason ?? "";
  if (reason.startsWith("rejected.")) return "rejected";
  if (account.capabilities?.transfers === "active" && account.payouts_enabled) return "ready";
  const needsInformation = !account.details_submitted || (account.requirements?.currently_due ?? []).length > 0;
  return needsInformation ? "information_needed" : "pending";
}

function bankLast4(account: Stripe.Account): string | null {
  const [bank] = account.external_accounts?.data ?? [];
  return bank?.last4 ?? null;
}

const presentAccount = (account: Stripe.Account): PayoutAccount => ({
  id: account.id,
  personId: account.metadata?.[TAGS.person] ?? null,
  state: stateOf(account),
  hasSubmittedDetails: account.details_submitted,
  canReceiveTransfers: account.capabilities?.transfers === "active",
  canBePaidOut: account.payouts_enabled,
  missing: account.requirements?.currently_due ?? [],
  disabledReason: account.requirements?.disabled_reason ?? null,
  bankLast4: bankLast4(account),
});

export const payoutAccounts = (stripe: Stripe): PayoutAccounts => ({
  createAccount: async ({ key, personId, email, firstName, lastName }) => {
    const params: Stripe.AccountCreateParams = {
      type: "express",
      country: "US",
      email,
      business_type: "individual",
      capabilities: { transfers: { requested: true } },
      individual: { email, first_name: firstName, last_name: lastName },
      metadata: { [TAGS.person]: personId },
    };
    return presentAccount(await callStripe("write", stripe.accounts.create(params, keyed(key))));
  },
  fetchAccount: async (id) => presentAccount(await callStripe("read", stripe.accounts.retrieve(id))),
  fetchOwnAccountId: async () => (await callStripe("read", stripe.accounts.retrieveCurrent())).id,
  createAccountLink: async ({ accountId, refreshUrl, returnUrl }) => {
    const params: Stripe.AccountLinkCreateParams = {
      account: accountId,
      refresh_url: refreshUrl,
      return_url: returnUrl,
      type: "account_onboarding",
    };
    const { url } = await callStripe("write", stripe.accountLinks.create(params));
    return { url };
  },
  createLoginLink: async (accountId) => {
    const { url } = await callStripe("write", stripe.accounts.createLoginLink(accountId));
    return { url };
  },
});
