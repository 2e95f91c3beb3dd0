import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";
import { email, newPasswordFields, password, passwordsMatch, personName } from "./account-fields.ts";

const signUpBody = z
  .object({
    firstName: personName("First name is required"),
    lastName: personName("Last name is required"),
    email,
    ...newPasswordFields,
    termsAccepted: z.literal(true, { error: "You must accept the terms and conditions" }),
  })
  .refine(...passwordsMatch);

const signInBody = z.object({ email, password });

/** The signed-in user, visible only to themselves. */
export const currentUserView = namedObject("CurrentUser", {
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  termsAcceptedAt: z.iso.datetime().nullable(),
  isAdmin: z.boolean(),
  isApproved: z.boolean(),
});
export type CurrentUserView = z.infer<typeof currentUserView>;

export const signedIn = namedObject("SignedIn", {
  user: currentUserView,
  token: z.string().describe("For clients without cookies. Send it as a bearer token"),
});

const QUARTER_HOUR = 15 * 60;

export const signUp = endpoint({
  method: "POST",
  path: "/api/auth/email-signup",
  summary: "Create an account and sign in",
  access: "public",
  limits: [{ per: "address", times: 30, seconds: QUARTER_HOUR }],
  status: 201,
  isOutcomeSecret: true,
  body: signUpBody,
  response: signedIn,
  errors: ["validation_failed", "email_taken", "service_unavailable"],
});

export const signIn = endpoint({
  method: "POST",
  path: "/api/auth/email-signin",
  summary: "Sign in with email and password",
  access: "public",
  limits: [{ per: "address", times: 100, seconds: QUARTER_HOUR, countsFailuresOnly: true }],
  isOutcomeSecret: true,
  body: signInBody,
  response: signedIn,
  errors: ["validation_failed", "wrong_credentials", "account_suspended", "password_too_short", "service_unavailable"],
});

export const signOut = endpoint({
  method: "POST",
  path: "/api/auth/signout",
  summary: "Sign out",
  access: "signed-in",
  response: z.object({}),
  errors: [],
});

export const getCurrentUser = endpoint({
  method: "GET",
  path: "/api/auth/user",
  summary: "Get the signed-in account",
  access: "signed-in",
  isPolled: true,
  response: currentUserView,
  errors: [],
});

const sessionView = namedObject("Session", {
  id: z.uuid(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "List the devices signed in to your account",
  access: "signed-in",
  response: z.array(sessionView),
  errors: [],
});

export const revokeSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:sessionId",
  summary: "Sign out one device",
  access: "signed-in",
  params: z.object({ sessionId: z.uuid() }),
  response: z.object({}),
  errors: ["not_found"],
});

export const revokeOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions",
  summary: "Sign out all other devices",
  access: "signed-in",
  response: z.object({ count: z.int().nonnegative() }),
  errors: [],
});

export const getSignInOptions = endpoint({
  method: "GET",
  path: "/api/auth/options",
  summary: "Get the sign-in options besides a password",
  access: "public",
  response: z.object({ identityProvider: z.object({ name: z.string() }).nullable() }),
  errors: [],
});

/** Reasons why a sign-in through the sign-in provider ends at /auth?error=… instead of a page. */
export type SignInError =
  | "access_denied"
  | "account_suspended"
  | "email_missing"
  | "email_taken"
  | "flow_expired"
  | "provider_unavailable"
  | "too_many_requests";

const linkCode = z.string().min(1, "This link is incomplete. Please sign in again.").max(200);

export const previewIdentityLink = endpoint({
  method: "POST",
  path: "/api/auth/identity-link/preview",
  summary: "Preview which account an identity would be linked to",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 15 * 60 }],
  isOutcomeSecret: true,
  body: z.object({ code: linkCode }),
  response: z.object({ email: z.string(), providerName: z.string(), needsPassword: z.boolean() }),
  errors: ["validation_failed", "link_expired"],
});

export const linkIdentity = endpoint({
  method: "POST",
  path: "/api/auth/identity-link",
  summary: "Link an identity to the account with the same verified email, and sign in",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 15 * 60, countsFailuresOnly: true }],
  isOutcomeSecret: true,
  body: z.object({
    code: linkCode,
    password: password.optional().describe("Not needed if you are already signed in to that account"),
  }),
  response: signedIn.extend({ returnTo: z.string() }),
  errors: [
    "validation_failed",
    "wrong_credentials",
    "link_expired",
    "account_suspended",
    "password_too_short",
    "service_unavailable",
  ],
});

export const listIdentities = endpoint({
  method: "GET",
  path: "/api/auth/identities",
  summary: "List the identities linked to your account",
  access: "signed-in",
  response: z.array(
    z.object({ id: z.uuid(), issuer: z.string(), email: z.string().nullable(), createdAt: z.iso.datetime() }),
  ),
  errors: [],
});

export const unlinkIdentity = endpoint({
  method: "DELETE",
  path: "/api/auth/identities/:identityId",
  summary: "Unlink an identity",
  access: "signed-in",
  params: z.object({ identityId: z.uuid() }),
  response: z.object({}),
  errors: ["not_found", "last_sign_in_method"],
});
