import type { PolicyVersionView, PolicyView } from "@nexby/contract/content/policies";
import * as contract from "@nexby/contract/content/policies";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
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

const PAGES_PART = "/sitemaps/pages.xml";
const LISTINGS_PART = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/;
/** Not pages, or not for visitors. */
const ALWAYS_CLOSED = ["/api/", "/dev/", "/oidc/", "/sandbox/"];

const hasAddress = ({ pattern }: Page) => !/[:*]/.test(pattern);
/** Drops paths already covered by a shorter prefix. */
const shortest = (paths: readonly string[]) =>
  paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other.replace(/\/$/, "")}/`)));
const send = (reply: FastifyReply, type: string, text: string) =>
  reply.header("cache-control", "public, max-age=3600").type(`${type}; charset=utf-8`).send(text);

/** robots.txt and sitemaps. */
export function sitemapRoutes(app: FastifyInstance, { db, siteUrl }: Deps, pages: readonly Page[]) {
  const sitemap = createSitemap(db);
  const listed = pages.filter((page) => hasAddress(page) && !page.isUnlisted);
  const unlisted = pages.filter(({ isUnlisted, pattern }) => isUnlisted && pattern !== "*");
  const closed = shortest([...ALWAYS_CLOSED, ...unlisted.map(({ pattern }) => pattern.replace(/:\w+/g, "*"))]);

  app.get("/robots.txt", async (request, reply) => send(reply, "text/plain", robotsText(siteUrl(request), closed)));

  app.get("/sitemap.xml", async (request, reply) => {
    const parts = (await sitemap.parts()).map((after) => `/sitemaps/listings/${after}.xml`);
    return send(reply, "application/xml", sitemapIndex(siteUrl(request), [PAGES_PART, ...parts]));
  });

  app.get(PAGES_PART, async (request, reply) => {
    const entries = [...listed.map(({ pattern }) => ({ path: pattern })), ...(await sitemap.categories())];
    return send(reply, "application/xml", sitemapPart(siteUrl(request), entries));
  });

  app.get<{ Params: { part: string } }>("/sitemaps/listings/:part", async (request, reply) => {
    const [, after] = LISTINGS_PART.exec(request.params.part) ?? [];
    if (!after) throw new AppError("not_found");
    return send(reply, "application/xml", sitemapPart(siteUrl(request), await sitemap.listingsAfter(after)));
  });
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
