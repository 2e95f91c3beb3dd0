import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CustomFetch } from "openid-client";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { SiteUrl } from "../../../platform/http/plain-page.ts";
import { headersFor, serveEmbeddedPages } from "../../../platform/http/static-files.ts";
import { openIdProvider } from "../openid-provider.ts";
import type { SignInProviderPort } from "../sign-in-provider.port.ts";
import { type EmbeddedProvider, type ProviderResponse, perOrigin } from "./provider.ts";
import { CLIENT_ID, clientSecretFrom, MOUNT_PATH, SCOPES } from "./provider-configuration.ts";

type Options = { name: string; provider: EmbeddedProvider; secret: string };

/** The same issuer for every origin, so accounts are shared between them. */
const ISSUER = "urn:nexby:demo-identity";

/** The demo's own provider at the browser's current origin. The server calls it in process, without the network. */
export function embeddedSignIn({ name, provider, secret }: Options): SignInProviderPort {
  const providers = perOrigin((origin) =>
    openIdProvider({
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
  const at = (address: string) => providers.get(new URL(address).origin);
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
    const response = await provider(origin, {
      method,
      path: pathname.slice(MOUNT_PATH.length) + search,
      headers,
      ...(body != null && { body: String(body) }),
    });
    const { "content-type": type } = response.headers;
    return new Response(response.body, {
      status: response.status,
      headers: typeof type === "string" ? { "content-type": type } : {},
    });
  };
}

type Deps = { db: Db; siteUrl: SiteUrl; embeddedProvider: EmbeddedProvider };

const MAX_BODY = 10 * 1024;

const REQUEST_HEADERS = ["accept", "authorization", "content-type", "cookie"] as const;
/** Hop-by-hop headers of the in-process connection. */
const HOP_BY_HOP_HEADERS = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Exposes the demo's sign-in provider to browsers. Its responses get our standard headers too. */
export const serveEmbeddedProvider = (app: FastifyInstance, deps: Deps): Promise<void> =>
  serveEmbeddedPages(app, { db: deps.db, mountPath: MOUNT_PATH, longestBody: MAX_BODY }, async (request, reply) =>
    send(reply, await forward(deps, request)),
  );

async function forward({ embeddedProvider, siteUrl }: Deps, request: FastifyRequest): Promise<ProviderResponse> {
  // The provider stores parts of the URL, and PostgreSQL text cannot contain NUL.
  if (request.url.includes("%00")) throw new AppError("malformed_request");
  const response = await embeddedProvider(siteUrl(request), {
    method: request.method,
    path: request.url.slice(MOUNT_PATH.length),
    headers: headersFor(request, REQUEST_HEADERS),
    ...(Buffer.isBuffer(request.body) && { body: request.body.toString("utf8") }),
  });
  if (response.status >= 500) throw new AppError("service_unavailable");
  return response;
}

function send(reply: FastifyReply, { status, headers, body }: ProviderResponse) {
  for (const [name, value] of Object.entries(headers)) {
    if (!HOP_BY_HOP_HEADERS.has(name)) reply.header(name, value);
  }
  return reply.code(status).send(body);
}
