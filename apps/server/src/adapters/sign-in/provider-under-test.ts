import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Adapter, AdapterPayload, Configuration } from "oidc-provider";
import { loadLibrary } from "./embedded/provider-records.ts";
import type { OpenIdSettings } from "./openid-provider.ts";

type Claims = Record<string, unknown>;

export type ProviderUnderTest = {
  /** Settings with which Nexby uses this provider. */
  settings: OpenIdSettings;
  /** Sets the user for following sign-ins; null makes the user decline. */
  seat(subject: string | null, claims?: Claims): void;
  /** Requests so far, such as "GET /jwks", or "POST /token, Basic" with an Authorization header. */
  asked: string[];
  close(): Promise<void>;
};

export type Manner = {
  /** "none" is a public client. */
  clientAuth: "client_secret_basic" | "client_secret_post" | "none";
  algorithm: "ES256" | "RS256" | "EdDSA";
  /** False when claims are only available from the user info endpoint. */
  hasClaimsInIdToken: boolean;
  hasSignOut: boolean;
};

const SECRET = "a secret between two / with: odd characters&";

const keyFor = (algorithm: Manner["algorithm"]) => {
  const make = {
    ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
    EdDSA: () => generateKeyPairSync("ed25519"),
  };
  return { ...make[algorithm]().privateKey.export({ format: "jwk" }), alg: algorithm, use: "sig" };
};

/** A third-party sign-in provider on its own port whose users sign in without a page. */
export async function startProvider(redirectUri: string, manner: Manner): Promise<ProviderUnderTest> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://localhost:${typeof address === "object" ? address?.port : 0}`;
  const people = new Map<string, Claims>();
  const asked: string[] = [];
  let seated: string | null = null;

  const { Provider } = await loadLibrary();
  const provider = new Provider(issuer, configurationFor(redirectUri, manner, people));
  provider.use(async (ctx, next) => {
    const [scheme] = ctx.get("authorization").split(" ");
    asked.push(`${ctx.method} ${ctx.path}${scheme ? `, ${scheme}` : ""}`);
    if (!ctx.path.startsWith("/interaction/")) return next();
    const result = seated === null ? { error: "access_denied" } : { login: { accountId: seated } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  });
  server.on("request", provider.callback());

  return {
    asked,
    settings: {
      name: "Town ID",
      issuer,
      clientId: "nexby at town",
      clientSecret: manner.clientAuth === "none" ? undefined : SECRET,
      scopes: "openid email profile",
      prompt: "login",
    },
    seat: (subject, claims = {}) => {
      seated = subject;
      if (subject !== null) people.set(subject, claims);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function configurationFor(redirectUri: string, manner: Manner, people: Map<string, Claims>): Configuration {
  const records = new Map<string, AdapterPayload>();
  const isPublic = manner.clientAuth === "none";
  return {
    clients: [
      {
        client_id: "nexby at town",
        ...(!isPublic && { client_secret: SECRET }),
        token_endpoint_auth_method: manner.clientAuth,
        id_token_signed_response_alg: manner.algorithm,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/`],
      },
    ],
    adapter: (model: string) => inMemory(records, model),
    clientAuthMethods: [manner.clientAuth],
    jwks: { keys: [keyFor(manner.algorithm)] },
    cookies: { keys: ["only for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name", "name"] },
    conformIdTokenClaims: !manner.hasClaimsInIdToken,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: manner.hasSignOut },
    },
    findAccount: async (_ctx, subject) => ({
      accountId: subject,
      claims: async () => ({ ...people.get(subject), sub: subject }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

/** Does not support revoking grants or expiry, which the tests do not need. */
function inMemory(records: Map<string, AdapterPayload>, model: string): Adapter {
  const find = async (id: string) => records.get(`${model} ${id}`);
  return {
    find,
    findByUid: async (uid) => [...records.values()].find((payload) => payload.kind === model && payload.uid === uid),
    findByUserCode: async () => undefined,
    upsert: async (id, payload) => void records.set(`${model} ${id}`, payload),
    consume: async (id) => void Object.assign((await find(id)) ?? {}, { consumed: true }),
    destroy: async (id) => void records.delete(`${model} ${id}`),
    revokeByGrantId: async () => undefined,
  };
}
