import type { SignInError } from "@nexby/contract/identity";

/** What the server appends to /auth when signing in with the identity provider did not work. */
const TEXTS: Readonly<Record<SignInError, string>> = {
  email_taken: "There is already an account with this email address. Sign in with your password to use it.",
  email_missing: "The other service did not share a verified email address, and an account needs one.",
  access_denied: "Signing in was canceled.",
  provider_unavailable: "The other service cannot be reached right now. Try again later, or use your email.",
  flow_expired: "Signing in took too long or was started elsewhere. Please try again.",
  account_suspended: "This account is suspended.",
  too_many_requests: "Too many attempts, please wait a moment.",
};

const ANY_OTHER = "Signing in did not work. Please try again.";

const isKnown = (code: string): code is SignInError => Object.hasOwn(TEXTS, code);

export const providerProblem = (code: string): string => (isKnown(code) ? TEXTS[code] : ANY_OTHER);
