import { NOW_HEADER } from "@nexby/contract/now-header";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { KnownClock } from "../clock/known-clock.ts";

/**
 * Tells the product's time with every answer of the API, for browsers whose own clock shows another one. A page cannot
 * read the headers it came with, except for this one.
 */
export function tellProductTime(app: FastifyInstance, clock: KnownClock): void {
  app.addHook("onSend", async (request, reply) => {
    const now = clock.now().toISOString();
    if (request.url.startsWith("/api/")) reply.header(NOW_HEADER, now);
    else if (isPage(reply)) reply.header("server-timing", `${NOW_HEADER};desc="${now}"`);
  });
}

const isPage = (reply: FastifyReply): boolean => String(reply.getHeader("content-type")).startsWith("text/html");
