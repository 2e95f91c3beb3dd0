import type { PolicyVersionView, PolicyView } from "@nexby/contract/content/policies";
import * as contract from "@nexby/contract/content/policies";
import { MINUTE } from "@nexby/domain/kernel/duration";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { createTextKeeper, KEPT_LIMIT, limitPerAddress, serveKept } from "../../platform/http/kept-texts.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { escapeHtml, type SiteUrl } from "../../platform/http/plain-page.ts";
import type { Page } from "../../platform/http/web-pages.ts";
import { createPolicyVersion, publishPolicyVersion } from "./commands/publish-policy.ts";
import {
  createSitemap,
  getActivePolicy,
  listPolicyVersions,
  listProhibitedItems,
  type Policy,
  type SitemapEntry,
} from "./content.queries.ts";

export function contentRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getActiveTerms, async ({ db }) => presentPolicy(await getActivePolicy(db, "terms")));

  mount(app, deps, contract.getActivePrivacyPolicy, async ({ db }) =>
    presentPolicy(await getActivePolicy(db, "privacy-policy")),
  );

  mount(app, deps, contract.getActiveCookiePolicy, async ({ db }) =>
    presentPolicy(await getActivePolicy(db, "cookie-policy")),
  );

  mount(app, deps, contract.listProhibitedItems, ({ db }) => listProhibitedItems(db));

  mount(app, deps, contract.listPolicyVersions, async ({ db, params }) =>
    (await listPolicyVersions(db, params.kind)).map(presentPolicyVersion),
  );

  mount(app, deps, contract.createPolicyVersion, async ({ db, viewer, params, body }) =>
    presentPolicyVersion(await createPolicyVersion(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.publishPolicyVersion, async ({ db, viewer, params }) =>
    presentPolicyVersion(await publishPolicyVersion(db, viewer, params)),
  );
}

const presentPolicy = ({ version, content, createdAt }: Policy): PolicyView => ({
  version,
  content,
  createdAt: createdAt.toISOString(),
});

const presentPolicyVersion = (policy: Policy): PolicyVersionView => ({
  ...presentPolicy(policy),
  isActive: policy.isActive,
});

type Deps = { db: Db; siteUrl: SiteUrl };
type MakeText = (site: string, key: string) => Promise<string>;

const PAGES_PART = "/sitemaps/pages.xml";
const LISTINGS_PART = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/;
/** Not pages, or not for visitors. */
const ALWAYS_CLOSED = ["/api/", "/dev/", "/oidc/", "/sandbox/"];

const hasAddress = ({ pattern }: Page) => !/[:*]/.test(pattern);
/** Drops paths already covered by a shorter prefix. */
const shortest = (paths: readonly string[]) =>
  paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other.replace(/\/$/, "")}/`)));
const XML = "application/xml; charset=utf-8";
const KEEP_MS = 10 * MINUTE;
/** A demo is reached under any host name, and each has its own texts. */
const MOST_KEPT = 32;

/** robots.txt and sitemaps. */
export function sitemapRoutes(app: FastifyInstance, { db, siteUrl }: Deps, pages: readonly Page[]) {
  const sitemap = createSitemap(db);
  const listed = pages.filter((page) => hasAddress(page) && !page.isUnlisted);
  const unlisted = pages.filter(({ isUnlisted, pattern }) => isUnlisted && pattern !== "*");
  const closed = shortest([...ALWAYS_CLOSED, ...unlisted.map(({ pattern }) => pattern.replace(/:\w+/g, "*"))]);
  const keep = createTextKeeper({ most: MOST_KEPT, forMs: KEEP_MS });
  const route = { caching: "public, max-age=3600", assertWithinLimit: limitPerAddress(KEPT_LIMIT) };
  const serve = (path: string, type: string, keyOf: (request: FastifyRequest) => Promise<string>, make: MakeText) =>
    serveKept(app, { ...route, path, type }, async (request) => {
      const [site, key] = [siteUrl(request), await keyOf(request)];
      return keep(`${site} ${path} ${key}`, () => make(site, key));
    });
  const noKey = async () => "";

  serve("/robots.txt", "text/plain; charset=utf-8", noKey, async (site) => robotsText(site, closed));

  serve("/sitemap.xml", XML, noKey, async (site) => {
    const parts = (await sitemap.parts()).map((after) => `/sitemaps/listings/${after}.xml`);
    return sitemapIndex(site, [PAGES_PART, ...parts]);
  });

  serve(PAGES_PART, XML, noKey, async (site) => {
    const entries = [...listed.map(({ pattern }) => ({ path: pattern })), ...(await sitemap.categories())];
    return sitemapPart(site, entries);
  });

  const partOf = async (request: FastifyRequest) => {
    const [, after] = LISTINGS_PART.exec((request.params as { part: string }).part) ?? [];
    if (!after) throw new AppError("not_found");
    return sitemap.partAt(after);
  };
  serve("/sitemaps/listings/:part", XML, partOf, async (site, start) =>
    sitemapPart(site, await sitemap.listingsAfter(start)),
  );
}

const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

const document = (kind: "sitemapindex" | "urlset", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${SCHEMA}">\n${entries.join("\n")}\n</${kind}>\n`;

const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  document(
    "sitemapindex",
    paths.map((path) => `<sitemap><loc>${escapeHtml(siteUrl + path)}</loc></sitemap>`),
  );

const sitemapPart = (siteUrl: string, entries: readonly SitemapEntry[]): string =>
  document(
    "urlset",
    entries.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
      return `<url><loc>${escapeHtml(siteUrl + path)}</loc>${changed}</url>`;
    }),
  );

/** `closed` are URL patterns: private pages and pages of a single visit. */
const robotsText = (siteUrl: string, closed: readonly string[]): string =>
  ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${siteUrl}/sitemap.xml`, ""].join("\n");
