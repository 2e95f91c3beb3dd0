import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { invalid, noSuch, Refusal } from "../http/refusals.ts";
import { get, getBody, insert, type Kept, newId, replace } from "../store.ts";
import { findCardByNumber, isTestCardName, type TestCardName, testCard } from "../test-cards.ts";

const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: NO_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The id of a reference that may be expanded. Documents are stored unexpanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}

export function requiredIdOf(reference: string | { id: string } | null | undefined): string {
  const id = idOf(reference);
  if (id === null) throw new Error("A reference is missing");
  return id;
}

/** Where the cardholder authenticates: by a redirect if there is a return URL, otherwise within the page. */
export function nextAction({ settings }: Context, clientSecret: string | null, returnUrl: string | null) {
  const url = `${settings.pageOrigin}/sandbox/challenge/${clientSecret ?? ""}`;
  if (returnUrl !== null) return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}

type CardDetails = {
  expMonth?: number;
  expYear?: number;
  billing?: Partial<Stripe.PaymentMethod.BillingDetails>;
  metadata?: Record<string, string>;
};

/** Shows a card by its brand and last four digits, never by its full number. */
function presentCard(name: TestCardName, now: number, { expMonth, expYear }: CardDetails): Stripe.PaymentMethod.Card {
  const { authentication, brand, coBrand, country = "US", funding, number } = testCard(name);
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country,
    display_brand: coBrand ?? brand,
    exp_month: expMonth ?? 12,
    exp_year: expYear ?? new Date(now * 1000).getUTCFullYear() + 3,
    fingerprint: createHash("sha256")
      .update(findCardByNumber(number) ?? name)
      .digest("hex")
      .slice(0, 16),
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: coBrand ? [coBrand, brand] : [brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: authentication !== "never" },
    wallet: null,
  };
}

export async function createPaymentMethod(
  context: Context,
  card: TestCardName,
  given: CardDetails = {},
): Promise<Kept<"payment_method">> {
  const body: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { ...NO_BILLING_DETAILS, ...given.billing },
    card: presentCard(card, context.now, given),
    created: context.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: given.metadata ?? {},
    type: "card",
  };
  const facts = { card, isSpent: false, isSetUpForLater: false };
  await insert(context, "payment_method", body, facts);
  return { body, facts };
}

/** A test name such as pm_card_visa creates a new card of that kind each time. */
export async function resolvePaymentMethod(
  context: Context,
  id: string,
  param = "payment_method",
): Promise<Kept<"payment_method">> {
  if (isTestCardName(id)) return createPaymentMethod(context, id);
  return get(context, "payment_method", id, param);
}

/** Saves the card with the customer, who can then be charged repeatedly. */
export async function attachPaymentMethod(
  context: Context,
  { body, facts }: Kept<"payment_method">,
  customer: string,
  { isSetUpForLater = facts.isSetUpForLater } = {},
): Promise<Kept<"payment_method">> {
  const { decline, isDeclinedWhenSaved } = testCard(facts.card);
  if (decline && isDeclinedWhenSaved) throw cardError(decline);
  if (body.customer !== null && body.customer !== customer) {
    throw invalid("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
    });
  }
  if (facts.isSpent && body.customer === null) throw alreadySpent();
  const attached: Stripe.PaymentMethod = { ...body, customer };
  const stored = { body: attached, facts: { ...facts, isSetUpForLater } };
  await replace(context, "payment_method", stored.body, stored.facts);
  if (body.customer === null) await emit(context, "payment_method.attached", attached);
  return stored;
}

export const alreadySpent = (): Refusal =>
  invalid(
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and " +
      "may not be used again.",
    { code: "payment_method_unexpected_state", param: "payment_method" },
  );

export const cardError = (
  { code, declineCode, message }: { code: string; declineCode: string; message: string },
  more: Pick<Refusal["body"], "charge" | "payment_intent" | "payment_method" | "setup_intent"> = {},
): Refusal =>
  new Refusal(
    402,
    {
      type: "card_error",
      code,
      decline_code: declineCode,
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
      message,
      ...more,
    },
    { isEffectKept: true },
  );

/** Returns a customer who can be charged; a deleted one counts as missing. */
export async function getCustomer(context: Context, id: string, param = "customer"): Promise<Stripe.Customer> {
  const customer = await getBody(context, "customer", id, param);
  if (customer.deleted) throw noSuch("customer", id, param);
  return customer;
}
