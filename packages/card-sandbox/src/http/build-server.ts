import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { API_VERSION, API_VERSIONS } from "../events/emit.ts";
import { mountDashboard } from "../pages/dashboard.ts";
import { mountChallengePage, mountOnboardingPage } from "../pages/pages.ts";
import { ALL_CALLS } from "../resources/all-calls.ts";
import { REFUSED_CALLS } from "../resources/transfers.ts";
import { newId } from "../store.ts";
import { clockCalls } from "./clock.ts";
import { CONTROL_CALLS, mountDeliveryControl } from "./control-calls.ts";
import { type Deps, mountCalls } from "./mount-calls.ts";

const MAX_BODY = 256 * 1024;

/** Logs nothing, because bodies may contain card numbers. */
export function buildServer(deps: Deps, { hasPage }: { hasPage: boolean }): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    genReqId: () => newId("req"),
    // Unreadable addresses reach no hook.
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      reply.raw
        .writeHead(error.statusCode ?? 400, {
          "content-type": "application/json; charset=utf-8",
          "request-id": request.id,
          "stripe-version": API_VERSION,
        })
        .end(JSON.stringify({ error: { type: "invalid_request_error", message: error.message } }));
    },
    routerOptions: { maxParamLength: 255 },
  });
  app.addHook("onRequest", async (request, reply) => {
    const version = request.headers["stripe-version"];
    const isKnown = version === undefined || API_VERSIONS.includes(String(version));
    reply.headers({ "request-id": request.id, "stripe-version": isKnown && version ? version : API_VERSION });
    if (!isKnown) return unknownVersion(reply, String(version));
    // No id contains NUL, and PostgreSQL rejects text that does.
    if (/^[^?]*%00/.test(request.url)) return notFound(request, reply);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  mountCalls(app, deps, [...ALL_CALLS, ...REFUSED_CALLS, ...CONTROL_CALLS, ...clockCalls]);
  mountDeliveryControl(app, deps);
  mountChallengePage(app, deps);
  mountOnboardingPage(app, deps);
  if (hasPage) mountDashboard(app, deps);

  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) deps.onError(error);
    const type = status >= 500 ? "api_error" : "invalid_request_error";
    const message = status >= 500 ? "The card sandbox failed." : error.message;
    return reply.code(status).send({ error: { type, message } });
  });
  return app;
}

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({
    error: {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${request.method}: ${request.url.split("?")[0]}).`,
    },
  });

const unknownVersion = (reply: FastifyReply, version: string): FastifyReply =>
  reply.code(400).send({
    error: {
      type: "invalid_request_error",
      message: `Invalid Stripe API version: ${version.slice(0, 40)}. The card sandbox speaks ${API_VERSIONS.join(" and ")}.`,
    },
  });
