import type { Context } from "../http/context.ts";

/** Where the cardholder proves to be one: by a redirect when there is a way back, else within the page. */
export function nextAction({ settings }: Context, clientSecret: string | null, returnUrl: string | null) {
  const url = `${settings.pageOrigin}/sandbox/challenge/${clientSecret ?? ""}`;
  if (returnUrl !== null) return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}
