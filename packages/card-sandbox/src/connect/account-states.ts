import type Stripe from "stripe";

export type OnboardingOutcome = "complete" | "information_missing" | "pending" | "rejected";

type AccountState = Pick<
  Stripe.Account,
  "details_submitted" | "payouts_enabled" | "charges_enabled" | "requirements"
> & {
  capability: "active" | "inactive" | "pending";
};

const INITIAL_REQUIREMENTS = [
  "external_account",
  "individual.address.city",
  "individual.address.line1",
  "individual.address.postal_code",
  "individual.address.state",
  "individual.dob.day",
  "individual.dob.month",
  "individual.dob.year",
  "individual.first_name",
  "individual.last_name",
  "individual.ssn_last_4",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

const DOCUMENT = "individual.verification.document";

const NOTHING_DUE: Stripe.Account.Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

export const NEW_ACCOUNT: AccountState = {
  details_submitted: false,
  charges_enabled: false,
  payouts_enabled: false,
  capability: "inactive",
  requirements: {
    ...NOTHING_DUE,
    currently_due: INITIAL_REQUIREMENTS,
    disabled_reason: "requirements.past_due",
    eventually_due: INITIAL_REQUIREMENTS,
    past_due: INITIAL_REQUIREMENTS,
  },
};

const RESTRICTED = { details_submitted: true, charges_enabled: false, payouts_enabled: false };

export const STANDINGS: Record<OnboardingOutcome, AccountState> = {
  complete: {
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    capability: "active",
    requirements: NOTHING_DUE,
  },
  information_missing: {
    ...RESTRICTED,
    capability: "inactive",
    requirements: {
      ...NOTHING_DUE,
      currently_due: [DOCUMENT],
      disabled_reason: "requirements.past_due",
      errors: [
        {
          code: "verification_failed_keyed_identity",
          reason: "The person's keyed-in identity information could not be verified.",
          requirement: DOCUMENT,
        },
      ],
      eventually_due: [DOCUMENT],
      past_due: [DOCUMENT],
    },
  },
  pending: {
    ...RESTRICTED,
    capability: "pending",
    requirements: {
      ...NOTHING_DUE,
      disabled_reason: "requirements.pending_verification",
      pending_verification: [DOCUMENT],
    },
  },
  rejected: {
    ...RESTRICTED,
    capability: "inactive",
    requirements: { ...NOTHING_DUE, disabled_reason: "rejected.fraud" },
  },
};

/** Applies an onboarding outcome to an account; only requested capabilities exist. */
export function withAccountState(
  account: Stripe.Account,
  { capability, ...accountState }: AccountState,
): Stripe.Account {
  const { capabilities = {} } = account;
  return {
    ...account,
    ...accountState,
    capabilities: {
      ...(capabilities.card_payments !== undefined && { card_payments: capability }),
      ...(capabilities.transfers !== undefined && { transfers: capability }),
    },
  };
}

export const externalAccountsUrl = (account: string): string => `/v1/accounts/${account}/external_accounts`;

/** The id of an account's only bank account. */
export const bankAccountId = (account: string): string => `ba_${account.replace("acct_", "")}`;

/** Replaces the bank account; a payout that fails marks it as errored. */
export function withBankAccount(account: Stripe.Account, status: "new" | "errored"): Stripe.Account {
  const bankAccount: Stripe.BankAccount = {
    id: bankAccountId(account.id),
    object: "bank_account",
    account: account.id,
    account_holder_name: null,
    account_holder_type: "individual",
    account_type: null,
    available_payout_methods: ["standard"],
    bank_name: "STRIPE TEST BANK",
    country: "US",
    currency: "usd",
    default_for_currency: true,
    fingerprint: account.id.slice(-16),
    last4: "6789",
    metadata: {},
    routing_number: "110000000",
    status,
  };
  return { ...account, external_accounts: listOfBankAccounts(account.id, [bankAccount]) };
}

export const listOfBankAccounts = (account: string, data: Stripe.BankAccount[]) => ({
  object: "list" as const,
  data,
  has_more: false,
  url: externalAccountsUrl(account),
});
