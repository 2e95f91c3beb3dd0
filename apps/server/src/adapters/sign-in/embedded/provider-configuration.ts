import { createHmac, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { and, eq } from "drizzle-orm";
import type { Configuration, JWK, KoaContextWithOIDC } from "oidc-provider";
import { type Db, isDatabaseUnreachable } from "../../../platform/db/db.ts";
import { identityProviderRecords as records } from "../../../schema/accounts.ts";
import { INTERACTION_PATH, interactionExpiredPage, signedOutPage, signOutPage } from "./provider-pages.ts";
import { type ProviderAccounts, ProviderRecords } from "./provider-records.ts";

const KEY = { model: "SigningKey", id: "first" } as const;

/** Created by the first process that needs it; all processes then use the stored key. */
export async function getSigningKey(db: Db): Promise<JWK> {
  const known = await findSigningKey(db);
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const payload = privateKey.export({ format: "jwk" });
  await db
    .insert(records)
    .values({ ...KEY, payload })
    .onConflictDoNothing();
  const stored = await findSigningKey(db);
  if (!stored) throw new Error("The sign-in provider's key could not be kept");
  return stored;
}

async function findSigningKey(db: Db): Promise<JWK | undefined> {
  const [row] = await db
    .select({ payload: records.payload })
    .from(records)
    .where(and(eq(records.model, KEY.model), eq(records.id, KEY.id)));
  return row?.payload as JWK | undefined;
}

/** Derives a separate secret per use from the configured one. */
const deriveSecret = (secret: string, use: string): string =>
  createHmac("sha256", secret).update(`identity provider: ${use}`).digest("base64url");

export const MOUNT_PATH = "/oidc";
export const CLIENT_ID = "nexby";
export const SCOPES = "openid email profile";

export const clientSecretFrom = (secret: string): string => deriveSecret(secret, "client");

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

type Options = { db: Db; secret: string; key: JWK; accounts: ProviderAccounts; origin: string };

/** The only client is Nexby itself at this origin. */
export function providerConfiguration({ db, secret, key, accounts, origin }: Options): Configuration {
  return {
    adapter: (model: string) => new ProviderRecords(db, model),
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: "Nexby",
        client_secret: clientSecretFrom(secret),
        redirect_uris: [`${origin}/api/login/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    jwks: { keys: [key] },
    cookies: {
      keys: [deriveSecret(secret, "cookies")],
      names: { session: "nexby_id_session", interaction: "nexby_id_interaction", resume: "nexby_id_resume" },
      long: { path: MOUNT_PATH, httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    responseTypes: ["code"],
    ttl: {
      AccessToken: 10 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: DAY,
      IdToken: 60 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: DAY,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => showPage(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => showPage(ctx, signedOutPage()),
      },
    },
    interactions: { url: (_ctx, { uid }) => `${MOUNT_PATH}${INTERACTION_PATH}${uid}` },
    findAccount: async (_ctx, subject) => {
      const account = await accounts.find(subject);
      return account && { accountId: subject, claims: () => claimsOf(account) };
    },
    loadExistingGrant,
    renderError: (ctx, _out, error) => {
      if (isDatabaseUnreachable(error)) ctx.status = 503;
      showPage(ctx, interactionExpiredPage());
    },
  };
}

type Account = NonNullable<Awaited<ReturnType<ProviderAccounts["find"]>>>;

const claimsOf = ({ subject, email, isEmailVerified, firstName, lastName }: Account) => ({
  sub: subject,
  email,
  email_verified: isEmailVerified,
  given_name: firstName,
  family_name: lastName,
});

/** Skips the consent screen: Nexby is the only client and runs the provider itself. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

function showPage(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = "html";
  ctx.body = html;
}
