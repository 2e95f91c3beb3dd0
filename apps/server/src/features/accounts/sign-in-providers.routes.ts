import type { SignInError } from "@nexby/contract/accounts/accounts";
import * as contract from "@nexby/contract/accounts/accounts";
import { AFTER_SIGN_IN } from "@nexby/contract/urls";
import { isOwnPath } from "@nexby/domain/kernel/site";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SignInProviderPort } from "../../adapters/sign-in/sign-in-provider.port.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { assertOwnSite } from "../../platform/http/security.ts";
import { forgetHit, throttle } from "../../platform/throttle.ts";
import { presentCurrentUser } from "./accounts.presenter.ts";
import { linkIdentity, unlinkIdentity } from "./commands/link-identity.ts";
import { beginProviderSignIn, finishProviderSignIn } from "./commands/sign-in-with-provider.ts";
import { endSession, newToken } from "./sessions.ts";
import { listIdentities, previewIdentityLink } from "./sign-in-providers.queries.ts";

type ProviderDeps = HttpDeps & { signInProvider: SignInProviderPort | null; isDemo: boolean };

export function signInProviderRoutes(app: FastifyInstance, deps: ProviderDeps) {
  const { signInProvider, isDemo } = deps;

  mount(app, deps, contract.getSignInOptions, async () => ({
    identityProvider: signInProvider && { name: signInProvider.name },
  }));

  mount(app, deps, contract.previewIdentityLink, async ({ db, body, viewer }) => {
    const { user, needsPassword } = await previewIdentityLink(db, body.code, viewer);
    if (!signInProvider) throw new AppError("link_expired");
    return { email: user.email, providerName: signInProvider.name, needsPassword };
  });

  mount(app, deps, contract.linkIdentity, async ({ db, body, viewer, userAgent, setSession }) => {
    const { user, token, returnTo } = await linkIdentity(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token, returnTo };
  });

  mount(app, deps, contract.listIdentities, async ({ db, viewer }) => {
    const identities = await listIdentities(db, viewer);
    return identities.map(({ id, issuer, email, createdAt }) => ({
      id,
      issuer,
      email,
      createdAt: createdAt.toISOString(),
    }));
  });

  mount(app, deps, contract.unlinkIdentity, async ({ db, viewer, params }) => {
    await unlinkIdentity(db, viewer, params.identityId);
    return {};
  });
}

type NavigationDeps = HttpDeps & {
  signInProvider: SignInProviderPort | null;
  publicUrl: string | undefined;
  isHttps: boolean;
};
type Navigation = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

const LOGIN_PATH = "/api/login";
const CALLBACK_PATH = "/api/login/callback";
const AFTER_SIGN_OUT = "/";

const PER_ADDRESS = { times: 60, seconds: 15 * 60 };
const limitKey = (path: string, request: FastifyRequest) => ["GET", path, networkOf(request)];

/** Endpoints that a browser navigates to and that redirect. Errors are shown on the sign-in page. */
export function signInNavigationRoutes(app: FastifyInstance, deps: NavigationDeps) {
  const { db, signInProvider } = deps;
  const cookie = loginCookie(deps.isHttps);
  const redirectUri = (request: FastifyRequest) => deps.siteUrl(request) + CALLBACK_PATH;

  // No HEAD route, because HEAD must not change state.
  const navigate = (path: string, resolveTarget: Navigation) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      reply.header("cache-control", "private, no-store");
      return reply.redirect(await resolveTarget(request, reply), 303);
    });

  const navigateLimited = (path: string, resolveTarget: Navigation) =>
    navigate(path, async (request, reply) => {
      const verdict = await throttle(db, limitKey(path, request), PER_ADDRESS);
      if (!verdict.allowed) return errorPage("too_many_requests");
      return resolveTarget(request, reply).catch((error: unknown) => describeProviderError(error, request));
    });

  navigateLimited(LOGIN_PATH, async (request, reply) => {
    const { returnTo } = request.query as Record<string, unknown>;
    if (!signInProvider) return signInPage(returnTo);
    return beginProviderSignIn(db, signInProvider, {
      redirectUri: redirectUri(request),
      browser: cookie.mark(request, reply),
      returnTo: ownPath(returnTo, AFTER_SIGN_IN),
    });
  });

  navigateLimited(CALLBACK_PATH, async (request, reply) => {
    if (!signInProvider) return "/auth";
    const query = request.url.replace(/^[^?]*\??/, "");
    const visit = { userAgent: request.headers["user-agent"] ?? "", before: await deps.authenticate(request) };
    const input = { redirectUri: redirectUri(request), query, browser: cookie.read(request) };
    const outcome = await finishProviderSignIn(db, signInProvider, input, visit);
    if (outcome.kind === "refused") return errorPage(outcome.reason);
    // The code is in the fragment, so it appears in no log and no referrer.
    if (outcome.kind === "consent") return `/auth?mode=link#code=${outcome.code}`;
    deps.sessionCookie.write(reply, outcome.token);
    // As with passwords, only attempts that fail count toward the limit.
    for (const path of [LOGIN_PATH, CALLBACK_PATH]) await forgetHit(db, limitKey(path, request));
    return outcome.returnTo;
  });

  navigate("/api/logout", async (request, reply) => {
    assertIntended(request, deps.publicUrl);
    const viewer = await deps.authenticate(request);
    deps.sessionCookie.write(reply, null);
    const returnTo = deps.siteUrl(request) + AFTER_SIGN_OUT;
    return (await endSession(db, signInProvider, { viewer, returnTo })) ?? AFTER_SIGN_OUT;
  });
}

function signInPage(requested: unknown): string {
  const returnTo = ownPath(requested, "");
  return returnTo ? `/auth?${new URLSearchParams({ returnTo })}` : "/auth";
}

const errorPage = (error: SignInError) => `/auth?error=${error}`;

function describeProviderError(error: unknown, request: FastifyRequest): string {
  if (!(error instanceof AppError) || error.code !== "service_unavailable") throw error;
  request.log.warn({ err: error.cause }, "The sign-in provider failed");
  return errorPage("provider_unavailable");
}

/** Rejects sign-outs caused by another site or by a browser's prefetching. */
function assertIntended(request: FastifyRequest, publicUrl: string | undefined): void {
  assertOwnSite(request, publicUrl);
  if (request.headers["sec-purpose"] !== undefined) throw new AppError("forbidden", "Another site can't sign you out");
}

type LoginCookie = {
  read(request: FastifyRequest): string | undefined;
  /** Marks the browser while it is at the sign-in provider, and returns the mark. */
  mark(request: FastifyRequest, reply: FastifyReply): string;
};

const MINUTES = 10;
const MARK = /^[\w-]{43}$/;

/** Recognizes the browser that left for the sign-in provider. Scripts and other sites cannot read the cookie. */
function loginCookie(isHttps: boolean): LoginCookie {
  const name = isHttps ? "__Host-nexby_login" : "nexby_login";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: MINUTES * 60 } as const;
  const read = (request: FastifyRequest) => request.cookies[name];
  return {
    read,
    mark: (request, reply) => {
      // Reuses an existing mark, so that a sign-in started in another tab can still finish.
      const existing = read(request);
      const mark = existing && MARK.test(existing) ? existing : newToken();
      reply.setCookie(name, mark, options);
      return mark;
    },
  };
}

const SITE = "http://own.invalid";

/** API endpoints and the sign-in provider's own pages are not valid return targets. */
const NO_PAGE = /^\/(api|oidc)(\/|\?|#|$)/i;

/**
 * Returns the requested path if it is a page of our own site, else the fallback. The result is ASCII, ready for a
 * header.
 */
export function ownPath(requested: unknown, fallback: string): string {
  if (typeof requested !== "string" || !isOwnPath(requested) || !URL.canParse(requested, SITE)) return fallback;
  const { pathname, search, hash } = new URL(requested, SITE);
  const path = pathname + search + hash;
  return NO_PAGE.test(path) ? fallback : path;
}
