import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { escapeHtml } from "./plain-page.ts";

/** Page metadata for search engines and link previews. */
export type PageMeta = {
  title: string;
  description: string;
  type?: "website" | "profile";
  /** A path on our site, or an absolute URL. */
  image?: string | null;
  /** The path that shows the same content; defaults to the page's own. */
  canonicalPath?: string;
  /** Asks search engines not to index this page. */
  isUnlisted?: boolean;
  /** schema.org structured data. */
  structured?: readonly object[];
};

/** The request for a page and the API responses it is sent with. */
type RequestedPage = {
  /** API responses in the order the page lists its data. */
  answers: readonly unknown[];
  query: URLSearchParams;
  siteUrl: string;
};

/** Keyed by page name; each builds the page's metadata from its request and data. */
export type PageMetas = Readonly<Record<string, (requested: RequestedPage) => PageMeta>>;

type Place = {
  siteUrl: string;
  path: string;
  /** Set for pages that search engines should never index. */
  isUnlisted: boolean;
};

const SHARED_PICTURE = "/share.jpg";
const MAX_DESCRIPTION = 200;

/** Escapes every value, because titles and descriptions are user-written. */
export function headTags(head: PageMeta, { siteUrl, path, ...place }: Place): string {
  const { title, type, image, canonicalPath = path, structured = [] } = head;
  const address = siteUrl + canonicalPath;
  const description = shortened(head.description);
  const picture = absolute(image, siteUrl) ?? siteUrl + SHARED_PICTURE;
  return [
    `<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta("name", "description", description),
    meta("property", "og:site_name", PRODUCT_NAME),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:type", type ?? "website"),
    meta("property", "og:image", picture),
    ...(place.isUnlisted || head.isUnlisted
      ? [meta("name", "robots", "noindex")]
      : [
          meta("property", "og:url", address),
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          ...structured.map(dataBlock),
        ]),
  ].join("\n    ");
}

/** Escapes `<`, so that no value can close the script tag. */
const dataBlock = (about: object): string =>
  `<script type="application/ld+json">${JSON.stringify(about).replaceAll("<", "\\u003c")}</script>`;

const meta = (kind: "name" | "property", name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`;
}

function absolute(image: string | null | undefined, siteUrl: string): string | null {
  if (!image || !URL.canParse(image, siteUrl)) return null;
  const { protocol, href } = new URL(image, siteUrl);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
