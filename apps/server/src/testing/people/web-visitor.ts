import { getCurrentUser } from "@nexby/contract/accounts/accounts";
import { type OpenIdSettings, openIdProvider } from "../../adapters/sign-in/openid-provider.ts";
import type { SignInProviderPort } from "../../adapters/sign-in/sign-in-provider.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { call, callExpectingError } from "../call.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import { type CookieJar, cookieJar } from "./browser-like.ts";

/** The URL and page a visitor ended at; `trail` lists the redirects on the way. */
type Place = { url: URL; status: number; html: string; trail: string[] };

type Send = { method?: string; headers?: Record<string, string>; body?: string };

export type WebVisitor = {
  /** Follows redirects, also to other sites, until they lead to a page of the starting site, which is not opened. */
  open(address: string, send?: Send): Promise<Place>;
  /** Submits the page's form with a button and typed values. */
  submit(place: Place, button: Record<string, string>, typed?: Record<string, string>): Promise<Place>;
  jar(origin: string): CookieJar;
};

const MAX_REDIRECTS = 20;
const INTERMEDIATE_PATH = /^\/(api|oidc)\//;

type Options = {
  /** Maps a URL to the server to call; defaults to the URL's origin. */
  serverFor?: (url: URL) => string;
  /** Path at which to stop following redirects. */
  stopsAt?: string;
};

/** A browser without scripts: keeps cookies per origin, follows redirects, submits forms. */
export function webVisitor({ serverFor = (url) => url.origin, stopsAt }: Options = {}): WebVisitor {
  const jars = new Map<string, CookieJar>();
  const jar = (origin: string) => {
    const cookies = jars.get(origin) ?? cookieJar();
    jars.set(origin, cookies);
    return cookies;
  };

  const open = async (address: string, send: Send = {}): Promise<Place> => {
    const trail: string[] = [];
    let url = new URL(address);
    let sent = send;
    const site = url.origin;
    const isDestination = () =>
      url.pathname === stopsAt || (url.origin === site && !INTERMEDIATE_PATH.test(url.pathname));
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      const cookies = jar(url.origin);
      const response = await fetch(serverFor(url) + url.pathname + url.search, {
        ...sent,
        redirect: "manual",
        headers: { accept: "text/html", "accept-encoding": "identity", ...cookies.headers(), ...sent.headers },
      });
      cookies.take(response);
      const html = await response.text();
      const location = response.headers.get("location");
      if (location === null) return { url, status: response.status, html, trail };
      url = new URL(location, url);
      trail.push(url.href);
      sent = {};
      if (isDestination()) return { url, status: response.status, html, trail };
    }
    throw new Error(`Sent around in circles: ${trail.join(" → ")}`);
  };

  return {
    open,
    jar,
    submit: async (place, button, typed = {}) => {
      const action = /<form [^>]*action="([^"]+)"/.exec(place.html)?.[1];
      if (!action) throw new Error(`No form at ${place.url.href}: ${place.html.slice(0, 500)}`);
      return open(new URL(action, place.url).href, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: place.url.origin },
        body: new URLSearchParams({ ...hiddenFields(place.html), ...typed, ...button }).toString(),
      });
    },
  };
}

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

export const CALLBACK = "/api/login/callback";

export const pathOf = ({ url }: Pick<Place, "url">): string => url.pathname + url.search;

let count = 0;

/** A user without an account. */
export function stranger() {
  count += 1;
  return { firstName: "Quinn", lastName: "Ibarra", email: `quinn${count}@nexby.example` };
}

export const login = (visitor: WebVisitor, origin: string, returnTo?: string): Promise<Place> =>
  visitor.open(`${origin}/api/login${returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`}`);

/** Completes a sign-in at the demo's provider as a user who types a name. */
export async function signInByName(visitor: WebVisitor, origin: string, person = stranger()): Promise<Place> {
  return visitor.submit(await login(visitor, origin), { another: "yes" }, person);
}

/** Completes a sign-in up to the redirect back to the callback. */
export async function arriveAtCallback(origin: string, person = stranger(), returnTo?: string) {
  const visitor = webVisitor({ stopsAt: CALLBACK });
  const { url } = await visitor.submit(await login(visitor, origin, returnTo), { another: "yes" }, person);
  return { visitor, callback: url };
}

export const cookiesOf = (visitor: WebVisitor, site: string) => ({ headers: visitor.jar(site).headers() });

/** The current user according to `server`, which defaults to the site itself. */
export const whoIs = async (visitor: WebVisitor, site: string, server = site) =>
  (await call(server, getCurrentUser, cookiesOf(visitor, site))).body;

export const isNobody = async (visitor: WebVisitor, site: string, server = site): Promise<boolean> =>
  (await callExpectingError(server, getCurrentUser, cookiesOf(visitor, site))).status === 401;

/** Public URL of the site that uses a third-party sign-in provider. */
export const SITE = "http://nexby.example";

type AppWithProviders = TestApp & { use(settings: OpenIdSettings): void };

/** A server whose sign-in provider can be replaced, because starting another server for each costs more than a sign-in. */
export async function startWithProviders(db: Db): Promise<AppWithProviders> {
  let provider: SignInProviderPort | undefined;
  const current = () => {
    if (!provider) throw new Error("Name the provider first");
    return provider;
  };
  const signInProvider: SignInProviderPort = {
    name: "Town ID",
    begin: (...given) => current().begin(...given),
    finish: (...given) => current().finish(...given),
    signOutAddress: (...given) => current().signOutAddress(...given),
  };
  const site = { isDemo: false, publicUrl: SITE, siteUrl: () => SITE };
  const app = await startTestApp({ db, ...site, signInProvider, embeddedProvider: null });
  const use = (settings: OpenIdSettings) => {
    provider = openIdProvider(settings);
  };
  return { ...app, use };
}

export const visitorOf = (app: TestApp, stopsAt?: string): WebVisitor =>
  webVisitor({
    serverFor: (url) => (url.origin === SITE ? app.origin : url.origin),
    ...(stopsAt !== undefined && { stopsAt }),
  });
