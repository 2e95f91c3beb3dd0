import { escapeHtml } from "../../platform/http/plain-page.ts";
import type { SitemapEntry } from "./use-cases/list-sitemap.ts";

const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

const document = (kind: "sitemapindex" | "urlset", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${SCHEMA}">\n${entries.join("\n")}\n</${kind}>\n`;

export const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  document(
    "sitemapindex",
    paths.map((path) => `<sitemap><loc>${escapeHtml(siteUrl + path)}</loc></sitemap>`),
  );

export const sitemapPart = (siteUrl: string, entries: readonly SitemapEntry[]): string =>
  document(
    "urlset",
    entries.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
      return `<url><loc>${escapeHtml(siteUrl + path)}</loc>${changed}</url>`;
    }),
  );

/** `closed` are patterns of addresses: what only its owner may see, or what is about one visit. */
export const robotsText = (siteUrl: string, closed: readonly string[]): string =>
  ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${siteUrl}/sitemap.xml`, ""].join("\n");
