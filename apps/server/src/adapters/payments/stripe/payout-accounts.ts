import type Stripe from "stripe";
import type { PaymentsPort, PayoutAccount } from "../payments.port.ts";
import { ask } from "./ask.ts";
import { keyed, TAGS } from "./shared.ts";

type PayoutAccounts = Pick<PaymentsPort, "createAccount" | "fetchAccount" | "createAccountLink" | "createLoginLink">;

function stateOf(account: Stripe.Account): PayoutAccount["state"] {
  const reason = account.requirements?.disabled_reason ?? "";
  if (reason.startsWith("rejected.")) return "rejected";
  if (account.capabilities?.transfers === "active" && account.payouts_enabled) return "ready";
  const isAsked = !account.details_submitted || (account.requirements?.currently_due ?? []).length > 0;
  return isAsked ? "information_needed" : "pending";
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
    const given: Stripe.AccountCreateParams = {
      type: "express",
      country: "US",
      email,
      business_type: "individual",
      capabilities: { transfers: { requested: true } },
      individual: { email, first_name: firstName, last_name: lastName },
      metadata: { [TAGS.person]: personId },
    };
    return presentAccount(await ask("write", stripe.accounts.create(given, keyed(key))));
  },
  fetchAccount: async (id) => presentAccount(await ask("read", stripe.accounts.retrieve(id))),
  createAccountLink: async ({ accountId, refreshUrl, returnUrl }) => {
    const given: Stripe.AccountLinkCreateParams = {
      account: accountId,
      refresh_url: refreshUrl,
      return_url: returnUrl,
      type: "account_onboarding",
    };
    const { url } = await ask("write", stripe.accountLinks.create(given));
    return { url };
  },
  createLoginLink: async (accountId) => {
    const { url } = await ask("write", stripe.accounts.createLoginLink(accountId));
    return { url };
  },
});
