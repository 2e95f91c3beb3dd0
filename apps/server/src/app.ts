import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import type { CategoryView } from "@nexby/contract/categories";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { ItemDetailView } from "@nexby/contract/items";
import type { PublicProfileView } from "@nexby/contract/profile";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { GeocodingPort } from "./adapters/geocoding/geocoding.port.ts";
import type { EmbeddedProvider } from "./adapters/identity/embedded/embedded-provider.ts";
import { serveEmbeddedProvider } from "./adapters/identity/embedded/serve-embedded-provider.ts";
import type { IdentityPort } from "./adapters/identity/identity.port.ts";
import type { MailboxPort } from "./adapters/mailbox/mailbox.port.ts";
import type { CardEntry, PaymentsPort } from "./adapters/payments/payments.port.ts";
import { type CardSandboxPages, serveCardSandbox } from "./adapters/payments/serve-card-sandbox.ts";
import type { StoragePort } from "./adapters/storage/storage.port.ts";
import { accountsRoutes } from "./features/accounts/accounts.routes.ts";
import { administrationRoutes } from "./features/accounts/administration/administration.routes.ts";
import { identityRoutes } from "./features/accounts/identity/identity.routes.ts";
import { identityNavigationRoutes } from "./features/accounts/identity/identity-navigation.routes.ts";
import { recoveryRoutes } from "./features/accounts/passwords/recovery.routes.ts";
import { personHead } from "./features/accounts/profile/person-head.ts";
import { profileRoutes } from "./features/accounts/profile/profile.routes.ts";
import { verificationRoutes } from "./features/accounts/verification/verification.routes.ts";
import { bookingsRoutes } from "./features/bookings/bookings.routes.ts";
import { fraudRoutes } from "./features/bookings/fraud/fraud.routes.ts";
import { findOwnerRecord } from "./features/bookings/public.ts";
import { clockRoutes } from "./features/clock/clock.routes.ts";
import { contentRoutes } from "./features/content/content.routes.ts";
import { earningsRoutes } from "./features/earnings/earnings.routes.ts";
import { errorLogsRoutes } from "./features/error-logs/error-logs.routes.ts";
import { favoritesRoutes } from "./features/favorites/favorites.routes.ts";
import { ownerCalendarRoutes } from "./features/inventory/calendar/calendar.routes.ts";
import type { CalendarPorts } from "./features/inventory/calendar/calendar-ports.ts";
import { ledgerRoutes } from "./features/ledger/ledger.routes.ts";
import { browseHead } from "./features/listings/catalogue/browse-head.ts";
import { listingHead } from "./features/listings/catalogue/listing-head.ts";
import { listingsRoutes } from "./features/listings/listings.routes.ts";
import { findOwnerFigures, isListed } from "./features/listings/public.ts";
import { mailboxRoutes } from "./features/mailbox/mailbox.routes.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { operationsRoutes } from "./features/operations/operations.routes.ts";
import { paymentsRoutes } from "./features/payments/payments.routes.ts";
import type { Subjects } from "./features/payments/public.ts";
import { webhooksRoutes } from "./features/payments/webhooks.routes.ts";
import { payoutsRoutes } from "./features/payouts/payouts.routes.ts";
import { photosRoutes } from "./features/photos/photos.routes.ts";
import { placesRoutes } from "./features/places/places.routes.ts";
import { quotesRoutes } from "./features/quotes/quotes.routes.ts";
import { realtimeRoutes } from "./features/realtime/realtime.routes.ts";
import { receiptsRoutes } from "./features/receipts/receipts.routes.ts";
import { noteView } from "./features/recently-viewed/public.ts";
import { recentlyViewedRoutes } from "./features/recently-viewed/recently-viewed.routes.ts";
import { recommendLater } from "./features/recommendations/public.ts";
import { recommendationsRoutes } from "./features/recommendations/recommendations.routes.ts";
import { reconciliationRoutes } from "./features/reconciliation/reconciliation.routes.ts";
import { savedCardsRoutes } from "./features/saved-cards/saved-cards.routes.ts";
import { savedSearchesRoutes } from "./features/saved-searches/saved-searches.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { createSearchRecorder } from "./features/search-analytics/public.ts";
import { searchAnalyticsRoutes } from "./features/search-analytics/search-analytics.routes.ts";
import { settingsRoutes } from "./features/settings/settings.routes.ts";
import { sitemapRoutes } from "./features/sitemap/sitemap.routes.ts";
import { suggestionsRoutes } from "./features/suggestions/suggestions.routes.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { taxesRoutes } from "./features/taxes/taxes.routes.ts";
import type { SessionCookie } from "./platform/auth/session-cookie.ts";
import type { Authenticate } from "./platform/auth/viewer.ts";
import type { KnownClock } from "./platform/clock/known-clock.ts";
import type { Db } from "./platform/db/db.ts";
import { AppError } from "./platform/errors/app-error.ts";
import { protectAnswers } from "./platform/http/content-security.ts";
import { docsPage } from "./platform/http/docs-page.ts";
import { answerError } from "./platform/http/error-answers.ts";
import { acceptJsonBodies } from "./platform/http/json-body.ts";
import { serveMediaFiles } from "./platform/http/media-files.ts";
import { openApiDocument } from "./platform/http/openapi.ts";
import type { PageHeads } from "./platform/http/page-head.ts";
import { plainPage } from "./platform/http/plain-page.ts";
import { tellProductTime } from "./platform/http/product-time.ts";
import { closeWhenQuiet } from "./platform/http/quiet-close.ts";
import { refuseForeignWrites } from "./platform/http/same-origin.ts";
import type { SiteUrl } from "./platform/http/site-url.ts";
import { readWebPages, sendNotFoundPage, serveWebPages } from "./platform/http/web-pages.ts";
import { newId } from "./platform/ids/new-id.ts";
import type { EventHub } from "./platform/realtime/event-hub.ts";

const BODY_LIMIT = 1024 * 1024;

/** Pages whose head is about a record. Their answers are our own API's, hence as the contract says. */
const PAGE_HEADS: PageHeads = {
  browse: ({ answers: [categories], query, siteUrl }) => browseHead(categories as CategoryView[], query, siteUrl),
  listing: ({ answers: [item], siteUrl }) => listingHead(item as ItemDetailView, siteUrl),
  person: ({ answers: [person] }) => personHead(person as PublicProfileView),
};

/** What somebody looks at is remembered for them, and says what else they may like. */
async function noteInterest(db: Db, userId: string, itemId: string): Promise<void> {
  await noteView(db, userId, itemId);
  await recommendLater(db, userId);
}

export type AppDeps = Pick<CalendarPorts, "calendarReader"> & {
  db: Db;
  clock: KnownClock;
  authenticate: Authenticate;
  sessionCookie: SessionCookie;
  logger: FastifyBaseLogger;
  hub: EventHub;
  worker: { isAlive(): boolean };
  mailbox: MailboxPort;
  payments: PaymentsPort;
  cardEntry: CardEntry;
  cardSandbox: CardSandboxPages | null;
  /** What the provider's events can be about. */
  subjects: Subjects;
  geocoding: GeocodingPort;
  /** Of a map provider; without one the web app draws its own map. */
  mapStyleUrl: string | undefined;
  identity: IdentityPort | null;
  embeddedProvider: EmbeddedProvider | null;
  webDirectory: string;
  storage: StoragePort;
  isHttps: boolean;
  publicUrl: string | undefined;
  siteUrl: SiteUrl;
  /** For hashes nobody outside may compute. */
  secret: string;
  isDemo: boolean;
  proxyHops: number;
};

/** Few processes are ever asked for it, so a start does not wait for it. */
function builtOnce<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}

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
  const web = { pages: readWebPages(deps.webDirectory, deps.isDemo), heads: PAGE_HEADS, siteUrl: deps.siteUrl };
  const searches = createSearchRecorder(deps.db, deps.logger);
  const openApi = builtOnce(() => openApiDocument(ENDPOINTS));
  const docs = builtOnce(() => docsPage(openApi()));

  acceptJsonBodies(app);
  closeWhenQuiet(app);
  refuseForeignWrites(app, deps.publicUrl);
  tellProductTime(app, deps.clock);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(
    (request, reply) => sendNotFoundPage(request, reply, web) ?? answerError(new AppError("not_found"), request, reply),
  );
  app.addHook("onClose", () => searches.close());
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  await protectAnswers(app, [plainPage("", ""), ...web.pages.map((page) => page.html)], {
    ...deps,
    takesStripe: deps.cardEntry.kind === "stripe",
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], brotliOptions: { params: { 1: 4 } } });

  app.get("/api/openapi.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(openApi()));
  app.get("/api/docs", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(docs()),
  );
  accountsRoutes(app, deps);
  identityRoutes(app, deps);
  identityNavigationRoutes(app, deps);
  recoveryRoutes(app, deps);
  verificationRoutes(app, deps);
  profileRoutes(app, { ...deps, findOwnerFigures, findOwnerRecord });
  administrationRoutes(app, deps);
  settingsRoutes(app, deps);
  taxesRoutes(app, deps);
  ledgerRoutes(app, deps);
  reconciliationRoutes(app, deps);
  contentRoutes(app, deps);
  listingsRoutes(app, { ...deps, noteView: noteInterest, noteSearch: searches.note, findOwnerRecord });
  favoritesRoutes(app, deps);
  recentlyViewedRoutes(app, deps);
  savedSearchesRoutes(app, deps);
  searchRoutes(app, deps);
  suggestionsRoutes(app, deps);
  recommendationsRoutes(app, deps);
  searchAnalyticsRoutes(app, deps);
  photosRoutes(app, deps);
  placesRoutes(app, deps);
  quotesRoutes(app, deps);
  bookingsRoutes(app, deps);
  ownerCalendarRoutes(app, deps);
  earningsRoutes(app, deps);
  payoutsRoutes(app, deps);
  savedCardsRoutes(app, deps);
  receiptsRoutes(app, deps);
  fraudRoutes(app, deps);
  paymentsRoutes(app, deps);
  webhooksRoutes(app, deps);
  realtimeRoutes(app, { ...deps, topicPolicies: { item: isListed(deps.db) } });
  notificationsRoutes(app, deps);
  supportRoutes(app, deps);
  errorLogsRoutes(app, deps);
  clockRoutes(app, deps);
  operationsRoutes(app, deps);
  if (deps.isDemo) mailboxRoutes(app, deps);
  const { embeddedProvider, cardSandbox } = deps;
  if (embeddedProvider) await serveEmbeddedProvider(app, { ...deps, embeddedProvider });
  if (cardSandbox) await serveCardSandbox(app, { ...deps, cardSandbox });
  serveMediaFiles(app, deps.storage);
  sitemapRoutes(app, deps, web.pages);
  await serveWebPages(app, deps.webDirectory, web);
  return app;
}
