import type Stripe from "stripe";
import type { Context } from "../http/call.ts";

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
