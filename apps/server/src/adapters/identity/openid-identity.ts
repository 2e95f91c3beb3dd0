import { email } from "@nexby/contract/accounts/account-fields";
import * as oidc from "openid-client";
import { AppError } from "../../platform/errors.ts";
import type { IdentityPort, VerifiedIdentity } from "./identity.port.ts";

export type OpenIdSettings = {
  name: string;
  issuer: string;
  clientId: string;
  /** A public client has none. */
  clientSecret: string | undefined;
  scopes: string;
  /** Whether the provider shall ask who it is even of people it remembers. */
  prompt?: "login";
  /** Under which name its people are kept, if not its address. */
  knownAs?: string;
  fetch?: oidc.CustomFetch;
};

const TIMEOUT_SECONDS = 5;

/** Any provider of OpenID Connect: authorization code with PKCE, state and nonce. */
export function openidIdentity(settings: OpenIdSettings): IdentityPort {
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
        return tokens && identityFrom(provider, tokens, settings.knownAs);
      }),

    signOutAddress: async (idToken, returnTo) => {
      // Signing out here must not depend on the provider being there.
      const provider = await discover().catch(() => null);
      const metadata = provider?.serverMetadata();
      // One that another provider gave, before the setting was changed, would only bring up an error there.
      if (!provider || !metadata?.end_session_endpoint || issuerOf(idToken) !== metadata.issuer) return null;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
      return oidc.buildEndSessionUrl(provider, parameters).href;
    },
  };
}

/** Asks the provider for its addresses when they are first needed, and again only if it did not answer. */
function discoverOnce(settings: OpenIdSettings): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | undefined;
  const isPlainHttp = settings.issuer.startsWith("http:");
  return () => {
    known ??= oidc
      .discovery(
        new URL(settings.issuer),
        settings.clientId,
        undefined,
        settings.clientSecret ? secretAsOffered(settings.clientSecret) : oidc.None(),
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

/** In the header, as is usual where nothing is said, or in the body where the provider takes it only there. */
function secretAsOffered(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPostOnly = offered.includes("client_secret_post") && !offered.includes("client_secret_basic");
    const authenticate = isPostOnly ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
    authenticate(server, ...rest);
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

async function identityFrom(
  provider: oidc.Configuration,
  tokens: Tokens,
  knownAs: string | undefined,
): Promise<VerifiedIdentity> {
  const stated = tokens.claims();
  if (!stated || !tokens.id_token) throw new Error("The identity provider sent no ID token");
  const subject = subjectOf(stated);
  const statements: Claims[] = [stated];
  const { issuer, userinfo_endpoint: hasMoreToSay } = provider.serverMetadata();
  if (!isComplete(stated) && hasMoreToSay) {
    statements.push(await oidc.fetchUserInfo(provider, tokens.access_token, subject));
  }
  return { issuer: knownAs ?? issuer, subject, idToken: tokens.id_token, ...personFrom(statements) };
}

function nullIfDeclined(error: unknown): null {
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied") return null;
  throw error;
}

/** Unchecked: it comes from our own database. */
function issuerOf(idToken: string): unknown {
  const [, payload = ""] = idToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims).iss;
}

/** Whatever goes wrong between the provider and us, a person can only try again. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError("service_unavailable", "The identity provider cannot be reached", { cause });
  }
}

/** What a provider states about somebody; nothing of it is taken for granted. */
type Claims = Readonly<Record<string, unknown>>;

type Person = Pick<VerifiedIdentity, "email" | "isEmailVerified" | "firstName" | "lastName">;

const MAX_NAME = 100;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const hasEmail = (claims: Claims) => email.safeParse(claims.email).success;

/** Whether nothing more needs to be asked for. */
export const isComplete = hasEmail;

/** As the standard has it: at most 255 ASCII characters. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === "string" && SUBJECT.test(sub)) return sub;
  throw new Error("The identity provider names nobody");
}

function nameFrom(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = value
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...name].slice(0, MAX_NAME).join("").trim() || null;
}

/**
 * The address and whether it is verified come from one and the same statement: two halves of different ones could say
 * together what nobody has said. Some providers write the truth as text, some leave it out, which is no truth.
 */
export function personFrom(statements: readonly Claims[]): Person {
  const withEmail = statements.find(hasEmail);
  const named = (claim: string) =>
    statements.map((claims) => nameFrom(claims[claim])).find((name) => name !== null) ?? null;
  const [first = null, ...others] = named("name")?.split(" ") ?? [];
  const hasParts = named("given_name") !== null || named("family_name") !== null;
  return {
    email: withEmail ? email.parse(withEmail.email) : null,
    isEmailVerified: withEmail?.email_verified === true || withEmail?.email_verified === "true",
    firstName: hasParts ? named("given_name") : first,
    lastName: hasParts ? named("family_name") : others.join(" ") || null,
  };
}
