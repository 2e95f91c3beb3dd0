import type { SignInError } from "@nexby/contract/accounts/accounts";
import * as contract from "@nexby/contract/accounts/accounts";
import { AFTER_SIGN_IN } from "@nexby/contract/urls";
import { isOwnPath } from "@nexby/domain/kernel/site";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityPort } from "../../adapters/identity/identity.port.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { assertOwnSite } from "../../platform/http/security.ts";
import { throttle } from "../../platform/throttle.ts";
import { presentCurrentUser } from "./accounts.presenter.ts";
import { linkIdentity, unlinkIdentity } from "./commands/link-identity.ts";
import { beginProviderSignIn, finishProviderSignIn } from "./commands/sign-in-with-provider.ts";
import { listIdentities, previewIdentityLink } from "./identities.queries.ts";
import { endSession, newToken } from "./sessions.ts";

type IdentityDeps = HttpDeps & { identity: IdentityPort | null; isDemo: boolean };

export function identityRoutes(app: FastifyInstance, deps: IdentityDeps) {
  const { identity, isDemo } = deps;

  mount(app, deps, contract.getSignInOptions, async () => ({
    identityProvider: identity && { name: identity.name },
  }));

  mount(app, deps, contract.previewIdentityLink, async ({ db, body, viewer }) => {
    const { user, needsPassword } = await previewIdentityLink(db, body.code, viewer);
    if (!identity) throw new AppError("link_expired");
    return { email: user.email, providerName: identity.name, needsPassword };
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

type NavigationDeps = HttpDeps & { identity: IdentityPort | null; publicUrl: string | undefined; isHttps: boolean };
type Navigation = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

const LOGIN_PATH = "/api/login";
const CALLBACK_PATH = "/api/login/callback";
const AFTER_SIGN_OUT = "/";

const PER_ADDRESS = { times: 60, seconds: 15 * 60 };

/** Addresses that a browser goes to and is sent on from. What goes wrong is told by the page for signing in. */
export function identityNavigationRoutes(app: FastifyInstance, deps: NavigationDeps) {
  const { db, identity } = deps;
  const cookie = loginCookie(deps.isHttps);
  const redirectUri = (request: FastifyRequest) => deps.siteUrl(request) + CALLBACK_PATH;

  // Without HEAD: whoever only looks changes nothing.
  const navigate = (path: string, leadTo: Navigation) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      reply.header("cache-control", "private, no-store");
      return reply.redirect(await leadTo(request, reply), 303);
    });

  const limited =
    (leadTo: Navigation): Navigation =>
    async (request, reply) => {
      const verdict = await throttle(db, ["GET", request.routeOptions.url ?? "", request.ip], PER_ADDRESS);
      if (!verdict.allowed) return tell("too_many_requests");
      return leadTo(request, reply).catch((error: unknown) => describeProviderError(error, request));
    };

  navigate(
    LOGIN_PATH,
    limited(async (request, reply) => {
      const { returnTo } = request.query as Record<string, unknown>;
      if (!identity) return signInPage(returnTo);
      return beginProviderSignIn(db, identity, {
        redirectUri: redirectUri(request),
        browser: cookie.mark(request, reply),
        returnTo: ownPath(returnTo, AFTER_SIGN_IN),
      });
    }),
  );

  navigate(
    CALLBACK_PATH,
    limited(async (request, reply) => {
      if (!identity) return "/auth";
      const query = request.url.replace(/^[^?]*\??/, "");
      const visit = { userAgent: request.headers["user-agent"] ?? "", before: await deps.authenticate(request) };
      const input = { redirectUri: redirectUri(request), query, browser: cookie.read(request) };
      const outcome = await finishProviderSignIn(db, identity, input, visit);
      if (outcome.kind === "refused") return tell(outcome.reason);
      // In the fragment, which browsers keep to themselves: it is in no log and no referrer.
      if (outcome.kind === "consent") return `/auth?mode=link#code=${outcome.code}`;
      deps.sessionCookie.write(reply, outcome.token);
      return outcome.returnTo;
    }),
  );

  navigate("/api/logout", async (request, reply) => {
    assertMeant(request, deps.publicUrl);
    const viewer = await deps.authenticate(request);
    deps.sessionCookie.write(reply, null);
    const returnTo = deps.siteUrl(request) + AFTER_SIGN_OUT;
    return (await endSession(db, identity, { viewer, returnTo })) ?? AFTER_SIGN_OUT;
  });
}

function signInPage(asked: unknown): string {
  const returnTo = ownPath(asked, "");
  return returnTo ? `/auth?${new URLSearchParams({ returnTo })}` : "/auth";
}

const tell = (error: SignInError) => `/auth?error=${error}`;

function describeProviderError(error: unknown, request: FastifyRequest): string {
  if (!(error instanceof AppError) || error.code !== "service_unavailable") throw error;
  request.log.warn({ err: error.cause }, "The identity provider failed");
  return tell("provider_unavailable");
}

/** Not another site's doing, and not a browser's that fetches ahead what a person might want next. */
function assertMeant(request: FastifyRequest, publicUrl: string | undefined): void {
  assertOwnSite(request, publicUrl);
  if (request.headers["sec-purpose"] !== undefined)
    throw new AppError("forbidden", "Nothing is signed out ahead of time");
}

type LoginCookie = {
  read(request: FastifyRequest): string | undefined;
  /** Marks the browser for the time it is away at the identity provider; its mark. */
  mark(request: FastifyRequest, reply: FastifyReply): string;
};

const MINUTES = 10;
const MARK = /^[\w-]{43}$/;

/** By this the browser is known again that left for the identity provider. Scripts and other sites do not get it. */
function loginCookie(isHttps: boolean): LoginCookie {
  const name = isHttps ? "__Host-nexby_login" : "nexby_login";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: MINUTES * 60 } as const;
  const read = (request: FastifyRequest) => request.cookies[name];
  return {
    read,
    mark: (request, reply) => {
      // The one it has already, if any: the sign-in that another tab began shall still come to its end.
      const known = read(request);
      const mark = known && MARK.test(known) ? known : newToken();
      reply.setCookie(name, mark, options);
      return mark;
    },
  };
}

const SITE = "http://own.invalid";

/** Answers for programs and the identity provider's own pages are no places to go on to. */
const NO_PAGE = /^\/(api|oidc)(\/|\?|#|$)/i;

/** A page of our own site that somebody else named, else the fallback. The result is ASCII, ready for a header. */
export function ownPath(asked: unknown, fallback: string): string {
  if (typeof asked !== "string" || !isOwnPath(asked) || !URL.canParse(asked, SITE)) return fallback;
  const { pathname, search, hash } = new URL(asked, SITE);
  const path = pathname + search + hash;
  return NO_PAGE.test(path) ? fallback : path;
}
