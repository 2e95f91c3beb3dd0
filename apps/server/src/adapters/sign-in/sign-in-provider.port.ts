/** A user as stated by the sign-in provider. Signature, audience and expiry have been checked. */
export type ProviderUser = {
  issuer: string;
  subject: string;
  email: string | null;
  /** True only when the provider itself says so. */
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  /** Sent to the provider to sign out there too. */
  idToken: string;
};

/** Known only to the browser that started the sign-in and the server; the callback must match all three. */
type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** Throws `service_unavailable` when the provider is unreachable or its response is invalid. */
export type SignInProviderPort = {
  /** Display name. */
  name: string;
  /** Returns the URL to send the browser to, which redirects back to `redirectUri`. */
  begin(redirectUri: string, checks: SignInChecks): Promise<string>;
  /** `query` is the query of the callback. Returns null when the user declined. */
  finish(redirectUri: string, query: string, checks: SignInChecks): Promise<ProviderUser | null>;
  /** Returns the provider's sign-out URL, or null when it has none. */
  signOutAddress(idToken: string, returnTo: string): Promise<string | null>;
};
