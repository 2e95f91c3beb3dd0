import type { CustomFetch } from "openid-client";
import type { IdentityPort } from "../identity.port.ts";
import { openidIdentity } from "../openid-identity.ts";
import type { EmbeddedProvider } from "./embedded-provider.ts";
import { perOrigin } from "./per-origin.ts";
import { CLIENT_ID, clientSecretFrom, MOUNT_PATH, SCOPES } from "./provider-configuration.ts";

type Options = { name: string; provider: EmbeddedProvider; secret: string };

/** One provider under several addresses: its people are the same at each of them. */
const ISSUER = "urn:nexby:demo-identity";

/** The demo's own provider, at the origin where the browser is. Only the browser goes there by the network. */
export function embeddedIdentity({ name, provider, secret }: Options): IdentityPort {
  const identities = perOrigin((origin) =>
    openidIdentity({
      name,
      issuer: origin + MOUNT_PATH,
      clientId: CLIENT_ID,
      clientSecret: clientSecretFrom(secret),
      scopes: SCOPES,
      prompt: "login",
      knownAs: ISSUER,
      fetch: fetchFrom(provider, origin),
    }),
  );
  const at = (address: string) => identities.get(new URL(address).origin);
  return {
    name,
    begin: (redirectUri, checks) => at(redirectUri).begin(redirectUri, checks),
    finish: (redirectUri, query, checks) => at(redirectUri).finish(redirectUri, query, checks),
    signOutAddress: (idToken, returnTo) => at(returnTo).signOutAddress(idToken, returnTo),
  };
}

function fetchFrom(provider: EmbeddedProvider, origin: string): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address);
    const answer = await provider(origin, {
      method,
      path: pathname.slice(MOUNT_PATH.length) + search,
      headers,
      ...(body != null && { body: String(body) }),
    });
    const { "content-type": type } = answer.headers;
    return new Response(answer.body, {
      status: answer.status,
      headers: typeof type === "string" ? { "content-type": type } : {},
    });
  };
}
