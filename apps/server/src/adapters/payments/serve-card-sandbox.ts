import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { headersFor, serveEmbeddedPages } from "../../platform/http/static-files.ts";

/** The sandbox's origin and the only key that browsers may use with it. */
export type CardSandboxPages = { origin: string; publishableKey: string };

type Deps = { db: Db; cardSandbox: CardSandboxPages };

const MOUNT_PATH = "/sandbox";
const MAX_BODY = 16 * 1024;
const TIMEOUT_MS = 10_000;

const REQUEST_HEADERS = ["accept", "authorization", "content-type", "idempotency-key"] as const;
const RESPONSE_HEADERS = ["cache-control", "content-security-policy", "content-type", "location", "referrer-policy"];

/**
 * Forwards browser requests to the sandbox's pages and card API. Card data passes through without being read or
 * stored.
 */
export const serveCardSandbox = (app: FastifyInstance, { db, cardSandbox }: Deps): Promise<void> =>
  serveEmbeddedPages(app, { db, mountPath: MOUNT_PATH, longestBody: MAX_BODY }, async (request, reply) =>
    send(reply, await forward(cardSandbox, request)),
  );

async function forward({ origin, publishableKey }: CardSandboxPages, request: FastifyRequest): Promise<Response> {
  const url = new URL(request.url, origin);
  // Dot segments may leave the mount path once resolved; only routes below it are open to browsers.
  if (url.origin !== origin || !url.pathname.startsWith(`${MOUNT_PATH}/`)) throw new AppError("not_found");
  const { authorization } = request.headers;
  if (authorization !== undefined && authorization !== `Bearer ${publishableKey}`)
    throw new AppError("unauthenticated");
  try {
    return await fetch(url, {
      method: request.method,
      headers: headersFor(request, REQUEST_HEADERS),
      ...(Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    request.log.warn({ err: error }, "The card sandbox did not respond");
    throw new AppError("service_unavailable");
  }
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status >= 500) throw new AppError("service_unavailable");
  for (const name of RESPONSE_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  // Sandbox pages may be framed by ours; their own CSP controls that.
  if (response.headers.has("content-security-policy")) reply.removeHeader("x-frame-options");
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}
