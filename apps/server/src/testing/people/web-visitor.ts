import { type CookieJar, cookieJar } from "./browser-like.ts";

/** The URL and page a visitor ended at; `trail` lists the redirects on the way. */
export type Place = { url: URL; status: number; html: string; trail: string[] };

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
        headers: { accept: "text/html", ...cookies.headers(), ...sent.headers },
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
