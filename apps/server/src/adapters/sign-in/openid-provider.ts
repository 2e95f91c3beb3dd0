import { email } from "@nexby/contract/accounts/account-fields";
import { isVisible, withoutHidden } from "@nexby/contract/fields";
import * as oidc from "openid-client";
import { AppError } from "../../platform/errors.ts";
import type { ProviderUser, SignInProviderPort } from "./sign-in-provider.port.ts";

export type OpenIdSettings = {
  name: string;
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  scopes: string;
  /** `login` makes the provider ask again even when the user has a session there. */
  prompt?: "login";
  /** Issuer to store accounts under, if not the provider's own. */
  knownAs?: string;
  fetch?: oidc.CustomFetch;
};

const TIMEOUT_SECONDS = 5;

/** Any OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export function openIdProvider(settings: OpenIdSettings): SignInProviderPort {
  const discover = discoverOnce(settings);
  return {
    name: settings.name,

    begin: (redirectUri, { state, nonce, codeVerifier }) =>
      orUnavailable(async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
          ...(settings.prompt && { prompt: settings.prompt }),
        };
        return oidc.buildAuthorizationUrl(await discover(), parameters).href;
      }),

    finish: (redirectUri, query, { state, nonce, codeVerifier }) =>
      orUnavailable(async () => {
        const provider = await discover();
        const address = new URL(redirectUri);
        address.search = query;
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
        const tokens = await oidc.authorizationCodeGrant(provider, address, checks).catch(nullIfDeclined);
        return tokens && userFrom(provider, tokens, settings.knownAs);
      }),

    signOutAddress: async (idToken, returnTo) => {
      // Signing out of Nexby must work while the provider is down.
      const provider = await discover().catch(() => null);
      const metadata = provider?.serverMetadata();
      // A token issued by a previously configured provider would only cause an error.
      if (!provider || !metadata?.end_session_endpoint || issuerOf(idToken) !== metadata.issuer) return null;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
      return oidc.buildEndSessionUrl(provider, parameters).href;
    },
  };
}

/** Discovers the endpoints on first use and retries only after a failure. */
function discoverOnce(settings: OpenIdSettings): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | undefined;
  const isPlainHttp = settings.issuer.startsWith("http:");
  return () => {
    known ??= oidc
      .discovery(
        new URL(settings.issuer),
        settings.clientId,
        undefined,
        settings.clientSecret ? clientSecretAuth(settings.clientSecret) : oidc.None(),
        {
          timeout: TIMEOUT_SECONDS,
          execute: [oidc.enableNonRepudiationChecks, ...(isPlainHttp ? [oidc.allowInsecureRequests] : [])],
          ...(settings.fetch && { [oidc.customFetch]: settings.fetch }),
        },
      )
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
}

/** In the Authorization header by default, or in the body when the provider accepts it only there. */
function clientSecretAuth(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPostOnly = offered.includes("client_secret_post") && !offered.includes("client_secret_basic");
    const authenticate = isPostOnly ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
    authenticate(server, ...rest);
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

async function userFrom(
  provider: oidc.Configuration,
  tokens: Tokens,
  knownAs: string | undefined,
): Promise<ProviderUser> {
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new Error("The sign-in provider sent no ID token");
  const subject = subjectOf(claims);
  const claimSets: Claims[] = [claims];
  const { issuer, userinfo_endpoint: hasUserInfo } = provider.serverMetadata();
  if (!isComplete(claims) && hasUserInfo) {
    claimSets.push(await oidc.fetchUserInfo(provider, tokens.access_token, subject));
  }
  return { issuer: knownAs ?? issuer, subject, idToken: tokens.id_token, ...personFrom(claimSets) };
}

function nullIfDeclined(error: unknown): null {
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied") return null;
  throw error;
}

/** Not verified: the token comes from our own database. */
function issuerOf(idToken: string): unknown {
  const [, payload = ""] = idToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims).iss;
}

/** Every failure between us and the provider looks the same to the user: try again later. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError("service_unavailable", "We can't reach the identity provider. Please try again later.", {
      cause,
    });
  }
}

/** Untrusted claims about a user. */
type Claims = Readonly<Record<string, unknown>>;

type Person = Pick<ProviderUser, "email" | "isEmailVerified" | "firstName" | "lastName">;

const MAX_NAME = 100;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const hasEmail = (claims: Claims) => email.safeParse(claims.email).success;

/** True when the user info endpoint need not be called. */
export const isComplete = hasEmail;

/** OpenID Connect limits a subject to 255 ASCII characters. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === "string" && SUBJECT.test(sub)) return sub;
  throw new Error("The sign-in provider names nobody");
}

function nameFrom(value: unknown): string | null {
  if (typeof value !== "string") return null;
  // Line breaks and tabs separate words. Characters that nobody sees are left out: an account can't be refused for them.
  const name = withoutHidden(value.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
    .replace(/ +/g, " ")
    .trim();
  const kept = [...name].slice(0, MAX_NAME).join("").trim();
  return isVisible(kept) ? kept : null;
}

/**
 * Email and email_verified must come from the same claim set: mixing sets could verify an address no one vouched for.
 * Some providers send "true" as text, some omit it, which counts as unverified.
 */
export function personFrom(claimSets: readonly Claims[]): Person {
  const withEmail = claimSets.find(hasEmail);
  const named = (claim: string) =>
    claimSets.map((claims) => nameFrom(claims[claim])).find((name) => name !== null) ?? null;
  const [first = null, ...others] = named("name")?.split(" ") ?? [];
  const hasParts = named("given_name") !== null || named("family_name") !== null;
  return {
    email: withEmail ? email.parse(withEmail.email) : null,
    isEmailVerified: withEmail?.email_verified === true || withEmail?.email_verified === "true",
    firstName: hasParts ? named("given_name") : first,
    lastName: hasParts ? named("family_name") : others.join(" ") || null,
  };
}
