import type Stripe from "stripe";
import { call, named } from "../http/call.ts";
import { address, oneOf, required, shape, text } from "../http/fields.ts";
import { randomText } from "../store/ids.ts";
import { get, replace } from "../store/store.ts";

const LIFE_SECONDS = 300;
/** Older links are long over and forgotten. */
const REMEMBERED = 20;
const COLLECTED = shape({ fields: oneOf("currently_due", "eventually_due") });

/** The way to the onboarding page: for a few minutes, and for one visit. */
const create = call({
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
    const expiresAt = context.now + LIFE_SECONDS;
    const link = { expiresAt, refreshUrl: given.refresh_url, returnUrl: given.return_url, isUsed: false };
    const earlier = Object.entries(facts.links).sort(([, one], [, other]) => other.expiresAt - one.expiresAt);
    const links = { ...Object.fromEntries(earlier.slice(0, REMEMBERED)), [token]: link };
    await replace(context, "account", body, { ...facts, links });
    const answer: Stripe.AccountLink = {
      object: "account_link",
      created: context.now,
      expires_at: expiresAt,
      url: `${context.settings.pageOrigin}/sandbox/onboarding/${token}`,
    };
    return answer;
  },
});

export const accountLinkCalls = [create];
