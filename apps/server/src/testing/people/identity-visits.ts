import { getCurrentUser } from "@nexby/contract/accounts/accounts";
import { call, callExpectingError } from "../call.ts";
import { type Place, type WebVisitor, webVisitor } from "./web-visitor.ts";

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
