import { z } from "zod";
import { password } from "./account-fields.ts";
import { signedIn } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";

export const getSignInOptions = endpoint({
  method: "GET",
  path: "/api/auth/options",
  summary: "How people can sign in here besides by password",
  access: "public",
  response: z.object({ identityProvider: z.object({ name: z.string() }).nullable() }),
  errors: [],
});

/** Why the way over the identity provider ended at /auth?error=… instead of at a page. */
export type SignInError =
  | "access_denied"
  | "account_suspended"
  | "email_missing"
  | "email_taken"
  | "flow_expired"
  | "provider_unavailable"
  | "too_many_requests";

const linkCode = z.string().min(1, "This link is not complete").max(200);

export const getIdentityLink = endpoint({
  method: "POST",
  path: "/api/auth/identity-link/preview",
  summary: "Whose account an identity would be connected with",
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
  summary: "Connects an identity with the account of the same verified email, by its owner's consent, and signs in",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 15 * 60 }],
  isOutcomeSecret: true,
  body: z.object({
    code: linkCode,
    password: password.optional().describe("Not needed by who is signed in to that account already"),
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
  summary: "Identities connected with this account",
  access: "signed-in",
  response: z.array(
    z.object({ id: z.uuid(), issuer: z.string(), email: z.string().nullable(), createdAt: z.iso.datetime() }),
  ),
  errors: [],
});

export const unlinkIdentity = endpoint({
  method: "DELETE",
  path: "/api/auth/identities/:identityId",
  summary: "Disconnects an identity",
  access: "signed-in",
  params: z.object({ identityId: z.uuid() }),
  response: z.object({}),
  errors: ["not_found", "last_sign_in_method"],
});
