import { isUtf8 } from "node:buffer";
import { NOW_HEADER } from "@nexby/contract/urls";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { KnownClock } from "../clock.ts";
import { AppError } from "../errors.ts";

/**
 * JSON in UTF-8 only: wrong bytes are refused, for decoding would silently replace them. A JSON content type without a
 * body is a request without a body: several calls are made that way.
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
 * Tells the product's time with every answer of the API, for browsers whose own clock shows another one. A page cannot
 * read the headers it came with, except for this one.
 */
export function sendServerTime(app: FastifyInstance, clock: KnownClock): void {
  app.addHook("onSend", async (request, reply) => {
    const now = clock.now().toISOString();
    if (request.url.startsWith("/api/")) reply.header(NOW_HEADER, now);
    else if (isPage(reply)) reply.header("server-timing", `${NOW_HEADER};desc="${now}"`);
  });
}

const isPage = (reply: FastifyReply): boolean => String(reply.getHeader("content-type")).startsWith("text/html");

const LOOK_EVERY_MS = 50;

/**
 * Lets requests in progress end, then cuts the connections that are left. Waiting for those to end by themselves would
 * take as long as the browsers like: they keep some open for later, and open some without asking anything.
 */
export function closeGracefully(app: FastifyInstance): void {
  let active = 0;
  app.addHook("onRequest", async (_request, reply) => {
    active += 1;
    // Not the onResponse hook: it is silent about answers that the client did not wait for.
    reply.raw.once("close", () => {
      active -= 1;
    });
  });
  app.addHook("preClose", async () => {
    const timer = setInterval(() => {
      if (active === 0) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    app.server.once("close", () => clearInterval(timer));
  });
}
