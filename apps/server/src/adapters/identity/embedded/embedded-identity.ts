import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CustomFetch } from "openid-client";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { SiteUrl } from "../../../platform/http/plain-page.ts";
import { headersFor, servePrerenderedPages } from "../../../platform/http/static-files.ts";
import type { IdentityPort } from "../identity.port.ts";
import { openidIdentity } from "../openid-identity.ts";
import { type EmbeddedProvider, type ProviderAnswer, perOrigin } from "./provider.ts";
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

type Deps = { db: Db; siteUrl: SiteUrl; embeddedProvider: EmbeddedProvider };

/** One sign-in and sign-out takes five. */
const MAX_BODY = 10 * 1024;

const PASSED_ON = ["accept", "authorization", "content-type", "cookie"] as const;
/** About the connection inside, which ends there. */
const NOT_PASSED_BACK = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Puts the demo's identity provider where browsers can reach it. Its answers get the headers that all answers have. */
export const serveEmbeddedProvider = (app: FastifyInstance, deps: Deps): Promise<void> =>
  servePrerenderedPages(app, { db: deps.db, mountPath: MOUNT_PATH, longestBody: MAX_BODY }, async (request, reply) =>
    send(reply, await answer(deps, request)),
  );

async function answer({ embeddedProvider, siteUrl }: Deps, request: FastifyRequest): Promise<ProviderAnswer> {
  // The provider keeps what a visitor asked for, and the database keeps no such character.
  if (request.url.includes("%00")) throw new AppError("malformed_request");
  const response = await embeddedProvider(siteUrl(request), {
    method: request.method,
    path: request.url.slice(MOUNT_PATH.length),
    headers: headersFor(request, PASSED_ON),
    ...(Buffer.isBuffer(request.body) && { body: request.body.toString("utf8") }),
  });
  if (response.status >= 500) throw new AppError("service_unavailable");
  return response;
}

function send(reply: FastifyReply, { status, headers, body }: ProviderAnswer) {
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_PASSED_BACK.has(name)) reply.header(name, value);
  }
  return reply.code(status).send(body);
}
