import type Stripe from "stripe";
import { externalAccountsUrl, listOfBankAccounts, NEW_ACCOUNT, withAccountState } from "../connect/account-states.ts";
import { emit } from "../events/emit.ts";
import { type Context, call, named, PLATFORM } from "../http/call.ts";
import {
  address,
  changeMetadata,
  clearable,
  email,
  flag,
  metadata,
  oneOf,
  type Parsed,
  required,
  shape,
  text,
} from "../http/fields.ts";
import { listDocuments, PAGING, PAGING_BY_DATE } from "../http/lists.ts";
import { invalid, noAccess, noSuch } from "../http/refusals.ts";
import { find, get, insert, type Kept, randomText, replace } from "../store.ts";

const capability = () => shape({ requested: required(flag()) });

const DETAILS = {
  business_profile: shape({
    mcc: text({ longest: 4 }),
    name: clearable(text()),
    product_description: clearable(text({ longest: 40_000 })),
    url: clearable(text()),
  }),
  business_type: oneOf("company", "government_entity", "individual", "non_profit"),
  capabilities: shape({ card_payments: capability(), transfers: capability() }),
  email: email(),
  individual: shape({ email: email(), first_name: text(), last_name: text(), phone: text() }),
  metadata: metadata(),
  settings: shape({
    payouts: shape({
      schedule: shape({ interval: oneOf("daily", "manual") }),
      statement_descriptor: text({ longest: 22 }),
    }),
  }),
};

type Details = Parsed<typeof DETAILS>;

function requestedCapabilities(given: Details["capabilities"]): Stripe.Account.Capabilities {
  return {
    ...(given?.card_payments?.requested && { card_payments: "inactive" as const }),
    ...(given?.transfers?.requested && { transfers: "inactive" as const }),
  };
}

function profileFrom(given: Details["business_profile"], before?: Stripe.Account.BusinessProfile | null) {
  const profile: Stripe.Account.BusinessProfile = {
    mcc: given?.mcc ?? before?.mcc ?? null,
    minority_owned_business_designation: null,
    name: given?.name ?? before?.name ?? null,
    product_description: given?.product_description ?? before?.product_description ?? null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: given?.url ?? before?.url ?? null,
  };
  return profile;
}

function settingsFrom(given: Details["settings"], before?: Stripe.Account.Settings | null): Stripe.Account.Settings {
  const { payouts } = given ?? {};
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: "Etc/UTC" },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: {
        delay_days: 2,
        interval: payouts?.schedule?.interval ?? before?.payouts?.schedule.interval ?? "daily",
      },
      statement_descriptor: payouts?.statement_descriptor ?? before?.payouts?.statement_descriptor ?? null,
    },
  };
}

const createAccount = call({
  method: "POST",
  path: "/v1/accounts",
  params: named<Stripe.AccountCreateParams>()({ ...DETAILS, country: oneOf("US"), type: required(oneOf("express")) }),
  async run(context, given) {
    if (given.capabilities?.transfers?.requested !== true) {
      throw invalid("You must request the `transfers` capability for an Express account.", { param: "capabilities" });
    }
    const id = `acct_${randomText(16)}`;
    const bare: Stripe.Account = {
      id,
      object: "account",
      business_profile: profileFrom(given.business_profile),
      business_type: given.business_type ?? null,
      capabilities: requestedCapabilities(given.capabilities),
      charges_enabled: false,
      controller: {
        fees: { payer: "application_express" },
        is_controller: true,
        losses: { payments: "application" },
        requirement_collection: "stripe",
        stripe_dashboard: { type: "express" },
        type: "application",
      },
      country: given.country ?? "US",
      created: context.now,
      default_currency: "usd",
      details_submitted: false,
      email: given.email ?? null,
      external_accounts: listOfBankAccounts(id, []),
      metadata: changeMetadata({}, given.metadata),
      payouts_enabled: false,
      settings: settingsFrom(given.settings),
      tos_acceptance: { date: null, ip: null, user_agent: null },
      type: "express",
    };
    const account = withAccountState(bare, NEW_ACCOUNT);
    await insert(context, "account", account, { links: {}, isConnected: true });
    return account;
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/accounts/:id",
  params: {},
  run: async (context, _given, { id }) => (await getConnectedAccount(context, id)).body,
});

const update = call({
  method: "POST",
  path: "/v1/accounts/:id",
  params: named<Stripe.AccountUpdateParams>()(DETAILS),
  async run(context, given, { id }) {
    const { body } = await getConnectedAccount(context, id);
    const account: Stripe.Account = {
      ...body,
      business_profile: profileFrom(given.business_profile, body.business_profile),
      business_type: given.business_type ?? body.business_type ?? null,
      capabilities: { ...requestedCapabilities(given.capabilities), ...body.capabilities },
      email: given.email ?? body.email,
      metadata: changeMetadata(body.metadata, given.metadata),
      settings: settingsFrom(given.settings, body.settings),
    };
    await replace(context, "account", account);
    await emit({ ...context, account: id }, "account.updated", account);
    return account;
  },
});

const list = call({
  method: "GET",
  path: "/v1/accounts",
  params: named<Stripe.AccountListParams>()(PAGING_BY_DATE),
  run: (context, paging) => listDocuments(context, "account", "/v1/accounts", paging),
});

const loginLink = call({
  method: "POST",
  path: "/v1/accounts/:id/login_links",
  params: {},
  async run(context, _given, { id }) {
    const { body } = await getConnectedAccount(context, id);
    if (!body.details_submitted) {
      throw invalid("Cannot create a login link for an account that has not completed onboarding.");
    }
    return { object: "login_link", created: context.now, url: `${context.settings.pageOrigin}/sandbox/express/${id}` };
  },
});

/** The account's owner names the bank account on the onboarding page; the platform only reads it. */
const listExternalAccounts = call({
  method: "GET",
  path: "/v1/accounts/:id/external_accounts",
  params: named<Stripe.AccountListExternalAccountsParams>()({ ...PAGING, object: oneOf("bank_account", "card") }),
  async run(context, { object }, { id }) {
    const { body } = await getConnectedAccount(context, id);
    const stored = body.external_accounts?.data ?? [];
    const data = stored.filter((one) => object === undefined || one.object === object);
    return { object: "list", url: externalAccountsUrl(id), has_more: false, data };
  },
});

const retrieveExternalAccount = call({
  method: "GET",
  path: "/v1/accounts/:id/external_accounts/:inner",
  params: {},
  async run(context, _given, { id, inner }) {
    const { body } = await getConnectedAccount(context, id);
    const found = body.external_accounts?.data.find((one) => one.id === inner);
    if (!found) throw noSuch("external account", inner);
    return found;
  },
});

export const accountCalls = [
  createAccount,
  retrieve,
  update,
  list,
  loginLink,
  listExternalAccounts,
  retrieveExternalAccount,
];

const LINK_LIFETIME_SECONDS = 300;
/** Older links have long expired and are dropped. */
const MAX_EARLIER_LINKS = 20;
const COLLECTED = shape({ fields: oneOf("currently_due", "eventually_due") });

/** Creates a link to the onboarding page, valid for five minutes and one visit. */
const createAccountLink = call({
  method: "POST",
  path: "/v1/account_links",
  params: named<Stripe.AccountLinkCreateParams>()({
    account: required(text()),
    collection_options: COLLECTED,
    refresh_url: required(address()),
    return_url: required(address()),
    type: required(oneOf("account_onboarding", "account_update")),
  }),
  async run(context, given) {
    const { body, facts } = await get(context, "account", given.account, "account");
    const token = randomText(32);
    const expiresAt = context.now + LINK_LIFETIME_SECONDS;
    const link = { expiresAt, refreshUrl: given.refresh_url, returnUrl: given.return_url, isUsed: false };
    const earlier = Object.entries(facts.links).sort(([, one], [, other]) => other.expiresAt - one.expiresAt);
    const links = { ...Object.fromEntries(earlier.slice(0, MAX_EARLIER_LINKS)), [token]: link };
    await replace(context, "account", body, { ...facts, links });
    const accountLink: Stripe.AccountLink = {
      object: "account_link",
      created: context.now,
      expires_at: expiresAt,
      url: `${context.settings.pageOrigin}/sandbox/onboarding/${token}`,
    };
    return accountLink;
  },
});

export const accountLinkCalls = [createAccountLink];

/** Finds an owner's account, whichever account the call acts for. A disconnected account counts as missing. */
async function getConnectedAccount({ db }: Pick<Context, "db">, id: string): Promise<Kept<"account">> {
  const found = await find({ db, account: PLATFORM }, "account", id);
  if (!found?.facts.isConnected) throw noAccess(id);
  return found;
}
