import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { MailboxPort } from "./adapters/mailbox/mailbox.port.ts";
import { accountsRoutes } from "./features/accounts/accounts.routes.ts";
import { clockRoutes } from "./features/clock/clock.routes.ts";
import { contentRoutes } from "./features/content/content.routes.ts";
import { listingsRoutes } from "./features/listings/listings.routes.ts";
import { isListed } from "./features/listings/public.ts";
import { mailboxRoutes } from "./features/mailbox/mailbox.routes.ts";
import { operationsRoutes } from "./features/operations/operations.routes.ts";
import { realtimeRoutes } from "./features/realtime/realtime.routes.ts";
import type { SessionCookie } from "./platform/auth/session-cookie.ts";
import type { Authenticate } from "./platform/auth/viewer.ts";
import type { Db } from "./platform/db/db.ts";
import { AppError } from "./platform/errors/app-error.ts";
import { protectAnswers } from "./platform/http/content-security.ts";
import { docsPage } from "./platform/http/docs-page.ts";
import { answerError } from "./platform/http/error-answers.ts";
import { acceptJsonBodies } from "./platform/http/json-body.ts";
import { serveMediaFiles } from "./platform/http/media-files.ts";
import { openApiDocument } from "./platform/http/openapi.ts";
import { closeWhenQuiet } from "./platform/http/quiet-close.ts";
import { refuseForeignWrites } from "./platform/http/same-origin.ts";
import { readWebPages, sendNotFoundPage, serveWebPages } from "./platform/http/web-pages.ts";
import { newId } from "./platform/ids/new-id.ts";
import type { EventHub } from "./platform/realtime/event-hub.ts";

const BODY_LIMIT = 1024 * 1024;

export type AppDeps = {
  db: Db;
  authenticate: Authenticate;
  sessionCookie: SessionCookie;
  logger: FastifyBaseLogger;
  hub: EventHub;
  worker: { isAlive(): boolean };
  mailbox: MailboxPort;
  webDirectory: string;
  mediaDirectory: string;
  isHttps: boolean;
  publicUrl: string | undefined;
  isDemo: boolean;
  proxyHops: number;
};

/** The whole HTTP server, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    genReqId: () => newId(),
    bodyLimit: BODY_LIMIT,
    // Only what our own proxies say about the address counts; a client can claim anything.
    trustProxy: (_address, hop) => hop < deps.proxyHops,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError,
    forceCloseConnections: "idle",
  });
  const pages = readWebPages(deps.webDirectory);
  const openApi = openApiDocument(ENDPOINTS);
  const docs = docsPage(openApi);

  acceptJsonBodies(app);
  closeWhenQuiet(app);
  refuseForeignWrites(app, deps.publicUrl);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(
    (request, reply) =>
      sendNotFoundPage(request, reply, pages) ?? answerError(new AppError("not_found"), request, reply),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  await protectAnswers(app, [docs, ...pages.map((page) => page.html)], deps.isHttps);
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], brotliOptions: { params: { 1: 4 } } });

  app.get("/api/openapi.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(openApi));
  app.get("/api/docs", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(docs),
  );
  accountsRoutes(app, deps);
  contentRoutes(app, deps);
  listingsRoutes(app, deps);
  realtimeRoutes(app, { ...deps, topicPolicies: { item: isListed(deps.db) } });
  clockRoutes(app, deps);
  operationsRoutes(app, deps);
  if (deps.isDemo) mailboxRoutes(app, deps);
  await serveMediaFiles(app, deps.mediaDirectory);
  await serveWebPages(app, deps.webDirectory, pages);
  return app;
}
