import { type OpenIdSettings, openidIdentity } from "../../adapters/identity/openid-identity.ts";
import type { Db } from "../../platform/db/db.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import { type WebVisitor, webVisitor } from "./web-visitor.ts";

/** Public URL of the site that uses a third-party identity provider. */
export const SITE = "http://nexby.example";

export const startWithProvider = (db: Db, settings: OpenIdSettings): Promise<TestApp> =>
  startTestApp({
    db,
    isDemo: false,
    publicUrl: SITE,
    siteUrl: () => SITE,
    identity: openidIdentity(settings),
    embeddedProvider: null,
  });

export const visitorOf = (app: TestApp, stopsAt?: string): WebVisitor =>
  webVisitor({
    serverFor: (url) => (url.origin === SITE ? app.origin : url.origin),
    ...(stopsAt !== undefined && { stopsAt }),
  });
