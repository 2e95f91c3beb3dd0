import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { headersFor, serveGuestPages } from "../../../platform/http/guest-pages.ts";
import type { SiteUrl } from "../../../platform/http/site-url.ts";
import type { EmbeddedProvider, ProviderAnswer } from "./embedded-provider.ts";
import { MOUNT_PATH } from "./provider-configuration.ts";

type Deps = { db: Db; siteUrl: SiteUrl; embeddedProvider: EmbeddedProvider };

/** One sign-in and sign-out takes five. */
const LONGEST_BODY = 10 * 1024;

const PASSED_ON = ["accept", "authorization", "content-type", "cookie"] as const;
/** About the connection inside, which ends there. */
const NOT_PASSED_BACK = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Puts the demo's identity provider where browsers can reach it. Its answers get the headers that all answers have. */
export const serveEmbeddedProvider = (app: FastifyInstance, deps: Deps): Promise<void> =>
  serveGuestPages(app, { db: deps.db, mountPath: MOUNT_PATH, longestBody: LONGEST_BODY }, async (request, reply) =>
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
