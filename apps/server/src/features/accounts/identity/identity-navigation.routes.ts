import { AFTER_SIGN_IN } from "@nexby/contract/after-sign-in";
import type { SignInError } from "@nexby/contract/identity";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityPort } from "../../../adapters/identity/identity.port.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { HttpDeps } from "../../../platform/http/mount.ts";
import { ownPath } from "../../../platform/http/own-path.ts";
import { assertOwnSite } from "../../../platform/http/same-origin.ts";
import { throttle } from "../../../platform/throttle/throttle.ts";
import { endSession } from "../sessions/use-cases/end-session.ts";
import { loginCookie } from "./login-cookie.ts";
import { beginProviderSignIn } from "./use-cases/begin-provider-sign-in.ts";
import { finishProviderSignIn } from "./use-cases/finish-provider-sign-in.ts";

type Deps = HttpDeps & { identity: IdentityPort | null; publicUrl: string | undefined; isHttps: boolean };
type Navigation = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

const LOGIN_PATH = "/api/login";
const CALLBACK_PATH = "/api/login/callback";
const AFTER_SIGN_OUT = "/";

const PER_ADDRESS = { times: 60, seconds: 15 * 60 };

/** Addresses that a browser goes to and is sent on from. What goes wrong is told by the page for signing in. */
export function identityNavigationRoutes(app: FastifyInstance, deps: Deps) {
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
      return leadTo(request, reply).catch((error: unknown) => tellOfProvider(error, request));
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

function tellOfProvider(error: unknown, request: FastifyRequest): string {
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
