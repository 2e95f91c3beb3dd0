import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Endpoint, errorsOf, successStatus } from "@nexby/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import { threadedCalendarReader } from "../adapters/calendars/threaded-calendar-reader.ts";
import { guardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import { placeIndex } from "../adapters/geocoding/place-index.ts";
import { embeddedMailbox } from "../adapters/mailbox/embedded-mailbox.ts";
import { stripePayments } from "../adapters/payments/stripe/stripe-payments.ts";
import { vapidKeys } from "../adapters/push/web-push.ts";
import { diskStorage } from "../adapters/storage/disk-storage.ts";
import { type AppDeps, buildApp } from "../app.ts";
import { chooseSignInProvider, PROVIDER_SUBJECTS } from "../composition/providers.ts";
import { authenticateBySession } from "../features/accounts/sessions.ts";
import { sessionCookie, type Viewer } from "../platform/auth.ts";
import { startListener } from "../platform/db/listener.ts";
import { ADDRESS_LIMITS } from "../platform/http/address-turns.ts";
import { isPaged } from "../platform/http/openapi.ts";
import { TIME_LIMITS } from "../platform/http/time-limits.ts";
import { openUploadSpool } from "../platform/http/upload-spool.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logging.ts";
import { createEventHub } from "../platform/realtime/event-hub.ts";

export type TestApp = { origin: string; app: FastifyInstance; storage: AppDeps["storage"]; close(): Promise<void> };

type Overrides = Partial<AppDeps> & Pick<AppDeps, "db"> & { extend?: (app: FastifyInstance, deps: AppDeps) => void };

const cookie = sessionCookie(false);
export const SECRET = "a secret that only tests know";
const VIEWER_HEADER = "x-test-viewer";

export const TEST_WEBHOOK_SECRET = "whsec_only_for_tests";
const UNUSED_PORT = 1;

/** For tests that do not use payments: the provider is configured but unreachable. */
export const UNREACHABLE_PAYMENTS = stripePayments({
  secretKey: "sk_test_unreachable",
  webhookSecrets: [TEST_WEBHOOK_SECRET],
  environment: "test",
  apiBase: `http://127.0.0.1:${UNUSED_PORT}`,
});

/** A test request may name its viewer in a header; otherwise it authenticates by session as usual. */
function authenticateForTests(db: AppDeps["db"]): AppDeps["authenticate"] {
  const bySession = authenticateBySession(db, cookie);
  return async (request) => {
    const text = request.headers[VIEWER_HEADER];
    return typeof text === "string" ? (JSON.parse(text) as Viewer) : bySession(request);
  };
}

export const asViewer = (viewer: Omit<Viewer, "sessionId">) => ({
  [VIEWER_HEADER]: JSON.stringify({ ...viewer, sessionId: newId() }),
});

/** From the bundle of this test run. Benchmarks, which run without Vitest, read no calendars. */
export const calendarThread = (): string => join(inject("serverBundle"), "calendar-reader.js");

type Answer = { status: number; link: unknown; payload: unknown };

/** Says what an API description lacks about a response, or null. */
function undocumented(endpoint: Endpoint, { status, link, payload }: Answer): string | null {
  if (link !== undefined && !isPaged(endpoint)) return "a Link header";
  if (status === successStatus(endpoint)) return null;
  if (status === 304) return endpoint.isPolled || endpoint.mediaType ? null : "304";
  const { code } = JSON.parse(String(payload || "{}")) as { code?: never };
  return code && errorsOf(endpoint).includes(code) ? null : `${status} ${code}`;
}

/** Collects responses that the API document does not describe, from every test that uses the app. */
function watchUndocumented(app: FastifyInstance): Set<string> {
  const found = new Set<string>();
  app.addHook("onSend", async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || request.method === "HEAD") return;
    const gap = undocumented(endpoint, { status: reply.statusCode, link: reply.getHeader("link"), payload });
    if (gap) found.add(`${endpoint.method} ${endpoint.path}: ${gap}`);
  });
  return found;
}

/** Without a network: every host is public, except those named after an address of their own. */
const publicHosts = async (host: string) => {
  const [, address = "8.8.8.8"] = /^at-([\d-]+)\./.exec(host) ?? [];
  return [{ address: address.replaceAll("-", "."), family: 4 }];
};

/**
 * The real server on its own port. Serves only the API unless a web build is given. Closing it fails if it sent a status,
 * an error code or a Link header that the API document does not list for the endpoint.
 */
export async function startTestApp({ extend, ...deps }: Overrides): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), "nexby-test-app-"));
  const all: AppDeps = {
    clock: { now: () => new Date() },
    authenticate: authenticateForTests(deps.db),
    sessionCookie: cookie,
    publicUrl: undefined,
    secret: SECRET,
    formerSecrets: [],
    siteUrl: (request) => `http://${request.host}`,
    logger: createLogger("silent"),
    hub: createEventHub(deps.db),
    mailbox: embeddedMailbox(deps.db),
    push: { ...vapidKeys(SECRET), mayTake: guardedFetch({ resolve: publicHosts }).mayPost },
    payments: UNREACHABLE_PAYMENTS,
    cardEntry: { kind: "sandbox", publishableKey: "pk_test_unreachable", sandboxUrl: "/sandbox" },
    cardSandbox: null,
    subjects: PROVIDER_SUBJECTS,
    calendarReader: threadedCalendarReader({ script: calendarThread }),
    geocoding: placeIndex(deps.db),
    mapStyleUrl: undefined,
    ...chooseSignInProvider(
      { openId: undefined, signInProviderName: undefined, isDemo: deps.isDemo ?? true, secret: SECRET },
      deps.db,
      () => undefined,
    ),
    worker: { isAlive: () => true },
    hasSpace: async () => true,
    isDemo: true,
    setupWarnings: [],
    proxyHops: 0,
    webDirectory: directory,
    storage: diskStorage(directory),
    isHttps: false,
    timeLimits: TIME_LIMITS,
    addressLimits: ADDRESS_LIMITS,
    spool: await openUploadSpool({ directory: join(directory, "spool") }),
    ...deps,
  };
  const app = await buildApp(all);
  const found = watchUndocumented(app);
  extend?.(app, all);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    origin,
    app,
    storage: all.storage,
    close: async () => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
      if (found.size > 0) throw new Error(`Not in the API document: ${[...found].join(", ")}`);
    },
  };
}

/** A server that hears what others on this database publish, like every process. */
export async function startConnectedApp({ db, url }: { db: AppDeps["db"]; url: string }): Promise<TestApp> {
  const hub = createEventHub(db);
  const listener = startListener({
    url,
    channels: ["nexby_events"],
    onMessage: (_, audience) => hub.wake(audience),
    onConnected: hub.wakeAll,
  });
  const started = await startTestApp({ db, hub });
  const close = async () => {
    await started.close();
    await listener.stop();
  };
  return { ...started, close };
}
