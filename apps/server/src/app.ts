import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { GeocodingPort } from "./adapters/geocoding/geocoding.port.ts";
import type { MailboxPort } from "./adapters/mailbox/mailbox.port.ts";
import type { CardEntry, PaymentsPort } from "./adapters/payments/payments.port.ts";
import { type CardSandboxPages, serveCardSandbox } from "./adapters/payments/serve-card-sandbox.ts";
import type { PushPort } from "./adapters/push/push.port.ts";
import { serveEmbeddedProvider } from "./adapters/sign-in/embedded/embedded-sign-in.ts";
import type { EmbeddedProvider } from "./adapters/sign-in/embedded/provider.ts";
import type { SignInProviderPort } from "./adapters/sign-in/sign-in-provider.port.ts";
import { publicFiles, type StoragePort } from "./adapters/storage/storage.port.ts";
import { TASK_SOURCES } from "./composition/task-sources.ts";
import { noteTimeZone, personMeta, saveContactChoices } from "./features/accounts/accounts.queries.ts";
import {
  accountsRoutes,
  adminRoutes,
  contactRoutes,
  profileRoutes,
  recoveryRoutes,
} from "./features/accounts/accounts.routes.ts";
import { deviceName } from "./features/accounts/sessions.ts";
import { signInNavigationRoutes, signInProviderRoutes } from "./features/accounts/sign-in-providers.routes.ts";
import { findOwnerRecord } from "./features/bookings/bookings.queries.ts";
import { bookingsRoutes } from "./features/bookings/bookings.routes.ts";
import { extensionsRoutes } from "./features/bookings/extensions/extensions.routes.ts";
import { decideOnBooking } from "./features/bookings/run-booking-command.ts";
import { findItemFacts } from "./features/checkout/checkout.queries.ts";
import { checkoutRoutes, quotesRoutes } from "./features/checkout/checkout.routes.ts";
import { conditionRoutes } from "./features/condition/condition.routes.ts";
import { contentRoutes, sitemapRoutes } from "./features/content/content.routes.ts";
import { recommendLater } from "./features/discovery/discovery.jobs.ts";
import {
  favoritesRoutes,
  recentlyViewedRoutes,
  recommendationsRoutes,
  savedSearchesRoutes,
  searchAnalyticsRoutes,
  searchRoutes,
  suggestionsRoutes,
} from "./features/discovery/discovery.routes.ts";
import { recordView } from "./features/discovery/saved-items.ts";
import { fraudRoutes } from "./features/fraud/fraud.routes.ts";
import type { CalendarPorts } from "./features/inventory/appointments.ts";
import { ownerCalendarRoutes } from "./features/inventory/inventory.routes.ts";
import { lateFeeRulesRoutes } from "./features/late-fee-rules/late-fee-rules.routes.ts";
import { earningsRoutes, ledgerRoutes } from "./features/ledger/ledger.routes.ts";
import { browseMeta, homeMeta, listingMeta } from "./features/listings/listing-pages.ts";
import { countOwnedItems, isListed } from "./features/listings/listings.queries.ts";
import { listingsRoutes, placesRoutes } from "./features/listings/listings.routes.ts";
import { messagingRoutes } from "./features/messaging/messaging.routes.ts";
import { noteOnline } from "./features/messaging/online-status.ts";
import {
  adminNotificationsRoutes,
  notificationsRoutes,
  pushRoutes,
} from "./features/notifications/notifications.routes.ts";
import { unsubscribeRoutes } from "./features/notifications/unsubscribe.ts";
import {
  clockRoutes,
  errorLogsRoutes,
  mailboxRoutes,
  operationsRoutes,
  settingsRoutes,
} from "./features/operations/operations.routes.ts";
import {
  paymentsRoutes,
  payoutsRoutes,
  savedCardsRoutes,
  webhooksRoutes,
} from "./features/payments/payments.routes.ts";
import type { Subjects } from "./features/payments/provider-events.ts";
import { withSharePictures } from "./features/photos/photo-files.ts";
import { photosRoutes } from "./features/photos/photos.routes.ts";
import { reconciliationRoutes } from "./features/reconciliation/reconciliation.routes.ts";
import { findRatings } from "./features/reviews/reviews.queries.ts";
import { reviewsRoutes } from "./features/reviews/reviews.routes.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { tasksRoutes } from "./features/tasks/tasks.routes.ts";
import { taxesRoutes } from "./features/taxes/taxes.routes.ts";
import type { Authenticate, SessionCookie } from "./platform/auth.ts";
import type { KnownClock } from "./platform/clock.ts";
import type { Db } from "./platform/db/db.ts";
import { AppError } from "./platform/errors.ts";
import { type AddressLimits, takeTurnsByAddress } from "./platform/http/address-turns.ts";
import { sendError } from "./platform/http/error-handler.ts";
import { acceptJsonBodies, closeGracefully, sendServerTime } from "./platform/http/hooks.ts";
import { openApiRoutes } from "./platform/http/openapi-page.ts";
import type { PageMetas } from "./platform/http/page-head.ts";
import { plainPage, type SiteUrl } from "./platform/http/plain-page.ts";
import { addSecurityHeaders, rejectCrossSiteWrites } from "./platform/http/security.ts";
import { serveMediaFiles } from "./platform/http/static-files.ts";
import {
  answerClientError,
  connectionOptions,
  limitRequestTime,
  type TimeLimits,
} from "./platform/http/time-limits.ts";
import { cutOffUnread } from "./platform/http/unread-responses.ts";
import type { UploadSpool } from "./platform/http/upload-spool.ts";
import { readWebPages, sendNotFoundPage, serveWebPages } from "./platform/http/web-pages.ts";
import { newId } from "./platform/ids.ts";
import type { EventHub } from "./platform/realtime/event-hub.ts";
import { realtimeRoutes } from "./platform/realtime/realtime.routes.ts";

const BODY_LIMIT = 1024 * 1024;

/** Page heads built from our own API's responses, so their types follow the contract. */
const PAGE_HEADS: PageMetas = {
  index: ({ built, siteUrl }) => homeMeta(built, siteUrl),
  browse: ({ answers: [categories], query, siteUrl }) => browseMeta(categories as CategoryView[], query, siteUrl),
  listing: ({ answers: [item], siteUrl }) => listingMeta(item as ItemDetailView, siteUrl),
  person: ({ answers: [person] }) => personMeta(person as PublicProfileView),
};

/** A view is added to the user's history and schedules new recommendations. */
async function recordInterest(db: Db, userId: string, itemId: string): Promise<void> {
  await recordView(db, userId, itemId);
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
  /** False if the embedded database is about to run out of disk space. */
  hasSpace(): Promise<boolean>;
  mailbox: MailboxPort;
  push: Pick<PushPort, "publicKey" | "mayTake">;
  payments: PaymentsPort;
  cardEntry: CardEntry;
  cardSandbox: CardSandboxPages | null;
  /** Sync handlers for the card provider's events. */
  subjects: Subjects;
  geocoding: GeocodingPort;
  /** Without a map provider's style, the web app draws its own map. */
  mapStyleUrl: string | undefined;
  signInProvider: SignInProviderPort | null;
  embeddedProvider: EmbeddedProvider | null;
  webDirectory: string;
  storage: StoragePort;
  isHttps: boolean;
  publicUrl: string | undefined;
  siteUrl: SiteUrl;
  /** Key for hashes that must not be computable outside the server. */
  secret: string;
  /** Secrets that were used before. They only check evidence. */
  formerSecrets: readonly string[];
  isDemo: boolean;
  /** What the settings leave out, in sentences for admins. */
  setupWarnings: readonly string[];
  proxyHops: number;
  timeLimits: TimeLimits;
  addressLimits: AddressLimits;
  spool: UploadSpool;
};

/** Does not start listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...connectionOptions(deps.timeLimits),
    clientErrorHandler: (error, socket) => answerClientError(app, error, socket),
    loggerInstance: deps.logger,
    genReqId: () => newId(),
    bodyLimit: BODY_LIMIT,
    // Trusts only addresses reported by our own proxies; clients can send anything.
    trustProxy: (_address, hop) => hop < deps.proxyHops,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: sendError,
    forceCloseConnections: "idle",
  });
  const web = { pages: readWebPages(deps.webDirectory, deps.isDemo), heads: PAGE_HEADS, siteUrl: deps.siteUrl };

  acceptJsonBodies(app);
  closeGracefully(app);
  limitRequestTime(app, deps.timeLimits);
  cutOffUnread(app, deps.timeLimits);
  takeTurnsByAddress(app, deps.addressLimits);
  rejectCrossSiteWrites(app, deps.publicUrl);
  sendServerTime(app, deps.clock);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(
    (request, reply) => sendNotFoundPage(request, reply, web) ?? sendError(new AppError("not_found"), request, reply),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  // Its few fields hold no secrets, and searching them for some took as long as the rest of the line.
  const log = deps.logger.child({}, { redact: [] });
  app.addHook("onResponse", async (request, reply) => {
    log.info({ reqId: request.id, req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  addSecurityHeaders(app, [plainPage("", ""), ...web.pages.map((page) => page.html)], {
    ...deps,
    takesStripe: deps.cardEntry.kind === "stripe",
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], brotliOptions: { params: { 1: 4 } } });

  openApiRoutes(app, deps);
  accountsRoutes(app, deps);
  signInProviderRoutes(app, deps);
  signInNavigationRoutes(app, deps);
  recoveryRoutes(app, deps);
  contactRoutes(app, deps);
  profileRoutes(app, { ...deps, countOwnedItems, findRatings, findOwnerRecord });
  adminRoutes(app, deps);
  tasksRoutes(app, { ...deps, taskSources: TASK_SOURCES });
  settingsRoutes(app, deps);
  taxesRoutes(app, deps);
  lateFeeRulesRoutes(app, deps);
  ledgerRoutes(app, deps);
  reconciliationRoutes(app, deps);
  contentRoutes(app, deps);
  listingsRoutes(app, { ...deps, recordView: recordInterest, findOwnerRecord });
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
  extensionsRoutes(app, { ...deps, findItemFacts });
  checkoutRoutes(app, deps);
  conditionRoutes(app, deps);
  reviewsRoutes(app, deps);
  ownerCalendarRoutes(app, deps);
  earningsRoutes(app, deps);
  payoutsRoutes(app, deps);
  savedCardsRoutes(app, deps);
  fraudRoutes(app, { ...deps, decideOnBooking: decideOnBooking(deps.payments) });
  paymentsRoutes(app, deps);
  webhooksRoutes(app, deps);
  realtimeRoutes(app, { ...deps, topicPolicies: { item: isListed(deps.db) }, noteOnline, noteTimeZone });
  messagingRoutes(app, deps);
  notificationsRoutes(app, { ...deps, saveContactChoices });
  pushRoutes(app, { ...deps, deviceName });
  adminNotificationsRoutes(app, deps);
  unsubscribeRoutes(app, deps);
  supportRoutes(app, deps);
  errorLogsRoutes(app, deps);
  clockRoutes(app, deps);
  operationsRoutes(app, deps);
  if (deps.isDemo) mailboxRoutes(app, deps);
  const { embeddedProvider, cardSandbox } = deps;
  if (embeddedProvider) await serveEmbeddedProvider(app, { ...deps, embeddedProvider });
  if (cardSandbox) await serveCardSandbox(app, { ...deps, cardSandbox });
  serveMediaFiles(app, publicFiles(withSharePictures(deps.storage)));
  sitemapRoutes(app, deps, web.pages);
  await serveWebPages(app, deps.webDirectory, web);
  return app;
}
