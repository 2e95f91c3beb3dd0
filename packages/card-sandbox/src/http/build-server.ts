import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { mountChallengePage, mountOnboardingPage } from "../pages/pages.ts";
import { ALL_CALLS } from "../resources/all-calls.ts";
import { CONTROL_CALLS, mountDeliveryControl } from "./control-calls.ts";
import { type Deps, mountCalls } from "./mount-calls.ts";

const MAX_BODY = 256 * 1024;

/** Logs nothing, because bodies may contain card numbers. */
export function buildServer(deps: Deps): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 255 },
  });
  // No id contains NUL, and PostgreSQL rejects text that does.
  app.addHook("onRequest", async (request, reply) => {
    if (/^[^?]*%00/.test(request.url)) return notFound(request, reply);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  mountCalls(app, deps, [...ALL_CALLS, ...CONTROL_CALLS]);
  mountDeliveryControl(app, deps);
  mountChallengePage(app, deps);
  mountOnboardingPage(app, deps);

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
