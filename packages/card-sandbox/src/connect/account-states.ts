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
