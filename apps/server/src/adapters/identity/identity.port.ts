/** Who somebody is, as an identity provider states it. Its signature, its audience and its time have been checked. */
export type VerifiedIdentity = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Only when the provider says so itself. */
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  /** What the provider wants to see when the person signs out there too. */
  idToken: string;
};

/** What only the browser that left and the server know; the answer must fit all three. */
type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** Fails with `service_unavailable` when the provider cannot be reached or makes no sense. */
export type IdentityPort = {
  /** As people know the provider. */
  name: string;
  /** Where to send the browser. It comes back to `redirectUri`. */
  begin(redirectUri: string, checks: SignInChecks): Promise<string>;
  /** What the browser brought back, as the query of `redirectUri`. Null when the person declined. */
  finish(redirectUri: string, query: string, checks: SignInChecks): Promise<VerifiedIdentity | null>;
  /** Where to send the browser to sign out at the provider too; null when there is no such place. */
  signOutAddress(idToken: string, returnTo: string): Promise<string | null>;
};
