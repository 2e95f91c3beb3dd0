import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import helmet from "helmet";
import { AppError } from "../errors.ts";

const INLINE = /<(script|style)(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/\1>/g;

/** CSP hashes for the inline scripts and styles of our own pages. Data blocks never run, so they need none. */
function inlineHashes(pages: readonly string[]): { script: string[]; style: string[] } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const page of pages) {
    for (const [, tag, attributes = "", content = ""] of page.matchAll(INLINE)) {
      if (attributes.includes("application/")) continue;
      const hash = createHash("sha256").update(content).digest("base64");
      hashes[tag === "script" ? "script" : "style"].add(`'sha256-${hash}'`);
    }
  }
  return { script: [...hashes.script], style: [...hashes.style] };
}

type SecurityOptions = {
  isHttps: boolean;
  /** The map's style, tiles, sprites and glyphs all come from this one origin. */
  mapStyleUrl: string | undefined;
  /** Allows Stripe's origins, which serve its card fields. False without Stripe keys. */
  takesStripe: boolean;
};

/** Stripe.js loads further scripts and frames from subdomains of its own origin. */
const STRIPE_JS = ["https://js.stripe.com", "https://*.js.stripe.com"];
const STRIPE = {
  script: STRIPE_JS,
  frame: [...STRIPE_JS, "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
  img: ["https://*.stripe.com"],
};
const NO_STRIPE: typeof STRIPE = { script: [], frame: [], connect: [], img: [] };

export function addSecurityHeaders(
  app: FastifyInstance,
  pages: readonly string[],
  { isHttps, mapStyleUrl, takesStripe }: SecurityOptions,
): void {
  const stripe = takesStripe ? STRIPE : NO_STRIPE;
  const mapOrigin = mapStyleUrl ? [new URL(mapStyleUrl).origin] : [];
  const { script, style } = inlineHashes(pages);
  // Built once: Fastify's plugin for it builds the policy again for every request, which takes four times as long.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...script, ...stripe.script],
        styleSrc: ["'self'", ...style],
        imgSrc: ["'self'", "data:", "blob:", ...mapOrigin, ...stripe.img],
        connectSrc: ["'self'", ...mapOrigin, ...stripe.connect],
        frameSrc: ["'self'", ...stripe.frame],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("permissions-policy", "camera=(self), geolocation=(self), microphone=(), payment=(self)");
    setHeaders(request.raw, reply.raw, () => done());
  });
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);

/**
 * True if a page on another site sent the request. Clients other than browsers send neither header, but they have no
 * user's cookies either. Our own host is the requested one or the public one.
 */
function isCrossSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site === "cross-site" || site === "same-site") return true;
  if (origin === undefined) return false;
  const own = [host, ...(publicUrl ? [hostOf(publicUrl)] : [])];
  return !own.includes(hostOf(origin));
}

/** For calls that change state, whatever their method. */
export function assertOwnSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isCrossSite(request, publicUrl)) throw new AppError("forbidden", "This request came from another site");
}

/** CSRF protection: rejects writes that another site makes a user's browser send. */
export function rejectCrossSiteWrites(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook("onRequest", async (request) => {
    if (!SAFE_METHODS.has(request.method)) assertOwnSite(request, publicUrl);
  });
}
