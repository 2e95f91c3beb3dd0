import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { headersFor, servePrerenderedPages } from "../../platform/http/static-files.ts";

/** Where the card sandbox listens, and the only key that browsers may use with it. */
export type CardSandboxPages = { origin: string; publishableKey: string };

type Deps = { db: Db; cardSandbox: CardSandboxPages };

const MOUNT_PATH = "/sandbox";
const MAX_BODY = 16 * 1024;
const PATIENCE_MS = 10_000;

const PASSED_ON = ["accept", "authorization", "content-type", "idempotency-key"] as const;
const PASSED_BACK = ["cache-control", "content-security-policy", "content-type", "location", "referrer-policy"];

/**
 * Puts the sandbox's pages, and what a card form calls, where browsers can reach them. What is typed there goes through
 * and is neither read nor kept.
 */
export const serveCardSandbox = (app: FastifyInstance, { db, cardSandbox }: Deps): Promise<void> =>
  servePrerenderedPages(app, { db, mountPath: MOUNT_PATH, longestBody: MAX_BODY }, async (request, reply) =>
    send(reply, await passOn(cardSandbox, request)),
  );

async function passOn({ origin, publishableKey }: CardSandboxPages, request: FastifyRequest): Promise<Response> {
  const url = new URL(request.url, origin);
  // Dots in a path lead elsewhere once it is read; only what stays below is open to browsers.
  if (url.origin !== origin || !url.pathname.startsWith(`${MOUNT_PATH}/`)) throw new AppError("not_found");
  const { authorization } = request.headers;
  if (authorization !== undefined && authorization !== `Bearer ${publishableKey}`)
    throw new AppError("unauthenticated");
  try {
    return await fetch(url, {
      method: request.method,
      headers: headersFor(request, PASSED_ON),
      ...(Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    request.log.warn({ err: error }, "The card sandbox did not answer");
    throw new AppError("service_unavailable");
  }
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status >= 500) throw new AppError("service_unavailable");
  for (const name of PASSED_BACK) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  // A page may be shown inside one of ours; its own policy says so.
  if (response.headers.has("content-security-policy")) reply.removeHeader("x-frame-options");
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}
