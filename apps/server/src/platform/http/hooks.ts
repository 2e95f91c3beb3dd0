import { isUtf8 } from "node:buffer";
import { NOW_HEADER } from "@nexby/contract/urls";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { KnownClock } from "../clock.ts";
import { AppError } from "../errors.ts";

/**
 * Accepts only UTF-8 JSON, because decoding would silently replace invalid bytes. A JSON content type with an empty
 * body counts as no body; several calls are sent that way.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(new AppError("malformed_request"));
    else void parseJson(request, body.toString(), done);
  });
}

/**
 * Sends the product time with every API response, for browsers whose own clock differs. Pages get it in Server-Timing,
 * the only response header that a page's script can read.
 */
export function sendServerTime(app: FastifyInstance, clock: KnownClock): void {
  app.addHook("onSend", async (request, reply) => {
    const now = clock.now().toISOString();
    if (request.url.startsWith("/api/")) reply.header(NOW_HEADER, now);
    else if (isPage(reply)) reply.header("server-timing", `${NOW_HEADER};desc="${now}"`);
  });
}

const isPage = (reply: FastifyReply): boolean => String(reply.getHeader("content-type")).startsWith("text/html");

const CHECK_INTERVAL_MS = 50;

/**
 * Lets running requests finish, then closes the remaining connections. Browsers hold connections open for reuse and
 * open some they never use, so waiting for them could take forever.
 */
export function closeGracefully(app: FastifyInstance): void {
  let active = 0;
  app.addHook("onRequest", async (_request, reply) => {
    active += 1;
    // The onResponse hook does not fire for responses that the client did not wait for.
    reply.raw.once("close", () => {
      active -= 1;
    });
  });
  app.addHook("preClose", async () => {
    const timer = setInterval(() => {
      if (active === 0) app.server.closeAllConnections();
    }, CHECK_INTERVAL_MS);
    app.server.once("close", () => clearInterval(timer));
  });
}
