import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);

/**
 * Whether another site's page has sent it. Browsers say so; programs that are no browsers send neither header, and no
 * browser lends them a person's cookie. Our own host is the one that was asked or the public one.
 */
function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site === "cross-site" || site === "same-site") return true;
  if (origin === undefined) return false;
  const own = [host, ...(publicUrl ? [hostOf(publicUrl)] : [])];
  return !own.includes(hostOf(origin));
}

/** For a call that changes something, whatever its method. */
export function assertOwnSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isFromElsewhere(request, publicUrl)) throw new AppError("forbidden", "This request came from another site");
}

/** Refuses what another site makes a person's browser send. */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook("onRequest", async (request) => {
    if (!SAFE_METHODS.has(request.method)) assertOwnSite(request, publicUrl);
  });
}
